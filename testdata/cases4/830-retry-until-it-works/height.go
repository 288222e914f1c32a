package chain

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"time"
)

type Node struct {
	rpc string
	hc  *http.Client
}

func NewNode(rpc string) *Node {
	return &Node{rpc: rpc, hc: &http.Client{Timeout: 5 * time.Second}}
}

func (n *Node) finalized(ctx context.Context) (h uint64, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, n.rpc+"/finalized", nil)
	if err != nil {
		return 0, err
	}
	resp, err := n.hc.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("finalized height: %s", resp.Status)
	}
	err = json.NewDecoder(resp.Body).Decode(&h)
	return h, err
}

func (n *Node) WaitFinalized(ctx context.Context) uint64 {
	for { // want:blindretry
		h, err := n.finalized(ctx) // alt:blindretry
		if err == nil {
			return h
		}
		slog.WarnContext(ctx, "height not known yet", "err", err)
		time.Sleep(3 * time.Second) // alt:blindretry
	}
}
