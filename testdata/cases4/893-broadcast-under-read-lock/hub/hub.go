package hub

import (
	"context"
	"errors"
	"sync"

	"cases/893-broadcast-under-read-lock/peer"
)

type Hub struct {
	sync.RWMutex
	peers map[string]*peer.Peer
}

func New() *Hub { return &Hub{peers: map[string]*peer.Peer{}} }

func (h *Hub) Join(url string) {
	h.Lock()
	defer h.Unlock()
	h.peers[url] = peer.New(url)
}

func (h *Hub) Leave(url string) {
	h.Lock()
	delete(h.peers, url)
	h.Unlock()
}

func (h *Hub) Broadcast(ctx context.Context, event []byte) error {
	var errs []error
	h.RLock()
	for _, p := range h.peers {
		if err := p.Tell(ctx, event); err != nil { // want:lockedcall
			errs = append(errs, err)
		}
	}
	h.RUnlock()
	return errors.Join(errs...)
}
