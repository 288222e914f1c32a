package chain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"
)

type Node struct {
	primary, backup string
	hc              *http.Client
}

func NewNode(primary, backup string) *Node {
	return &Node{primary: primary, backup: backup, hc: &http.Client{Timeout: 30 * time.Second}}
}

func (n *Node) call(ctx context.Context, endpoint, method string, out any) error {
	body := strings.NewReader(fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q}`, method))
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, endpoint, body)
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := n.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", method, resp.Status)
	}
	return json.NewDecoder(resp.Body).Decode(out)
}

// Height returns the height of the newest block.
func (n *Node) Height(ctx context.Context) (height uint64, err error) {
	err = n.call(ctx, n.primary, "getlatestblockheight", &height)
	switch {
	case err == nil:
		return height, nil
	case errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, context.DeadlineExceeded):
		err = n.call(ctx, n.backup, "getlatestblockheight", &height) // want:slowfallback
		return height, err
	default:
		return 0, fmt.Errorf("height: %w", err)
	}
}
