// none: store and repository are interfaces, but the only implementation in sight keeps maps in memory

package memstore

import (
	"context"
	"fmt"
	"sync"
)

type Store[V any] struct {
	mu   sync.RWMutex
	byID map[string]V
}

func New[V any]() *Store[V] { return &Store[V]{byID: map[string]V{}} }

func (s *Store[V]) Get(ctx context.Context, id string) (V, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	v, ok := s.byID[id]
	if !ok {
		return v, fmt.Errorf("%q: not found", id)
	}
	return v, ctx.Err()
}

func (s *Store[V]) Put(id string, v V) {
	s.mu.Lock()
	s.byID[id] = v
	s.mu.Unlock()
}
