// Package lockedcall keeps a list of clusters that answer.
package lockedcall

import (
	"context"
	"net"
	"sync"
)

// Fleet is the clusters that answer.
type Fleet struct {
	mu  sync.Mutex
	all map[string]bool
}

// Set looks a cluster up and adds it.
func (f *Fleet) Set(ctx context.Context, name string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, err := net.DefaultResolver.LookupHost(ctx, name); err != nil { // want `^f.mu is locked \(example.go:18\) during \(\*net.Resolver\).LookupHost: all who need it wait as long; copy what the call needs, unlock, then call \(lockedcall\)$`
		delete(f.all, name)
		return err
	}
	f.all[name] = true
	return nil
}

// Has is asked on every request, and waits for the name server too.
func (f *Fleet) Has(name string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.all[name]
}
