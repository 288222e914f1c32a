package lookup

import (
	"context"
	"errors"
	"net"
	"time"
)

var ErrSlow = errors.New("directory too slow")

type answer struct {
	addrs []string
	err   error
}

type Directory struct {
	res  *net.Resolver
	wait time.Duration
}

func start(f func() ([]string, error)) <-chan answer {
	ch := make(chan answer) // want:chanleak
	go func() {
		addrs, err := f()
		ch <- answer{addrs, err} // alt:chanleak
	}()
	return ch
}

func (d *Directory) Addresses(ctx context.Context, host string) ([]string, error) {
	t := time.NewTimer(d.wait)
	defer t.Stop()
	select {
	case a := <-start(func() ([]string, error) { return d.res.LookupHost(ctx, host) }):
		return a.addrs, a.err
	case <-t.C:
		return nil, ErrSlow
	}
}
