package lsp

import (
	"context"
	"fmt"
	"path/filepath"
)

// pull answers a client that asks for diagnostics instead of being sent them.
func (s *server) pull(p documentParams) (answer, error) {
	name, err := fileName(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	v := s.view()
	return func(ctx context.Context) (any, error) {
		list := []diagnostic{}
		if pkg := s.check(ctx, v, filepath.Dir(name)); pkg != nil {
			list = append(list, s.diagnostics(pkg, v)[name]...)
		}
		return struct {
			Kind  string       `json:"kind"`
			Items []diagnostic `json:"items"`
		}{"full", list}, ctx.Err()
	}, nil
}

// refresh makes a pulling client ask again.
func (s *server) refresh() {
	go func() { // the answer is read by another goroutine, which may wait for ours
		if err := s.conn.Call(s.ctx, "workspace/diagnostic/refresh", nil, nil); err != nil && s.ctx.Err() == nil {
			s.opts.Log.Debug("no refresh", "error", fmt.Sprint(err))
		}
	}()
}
