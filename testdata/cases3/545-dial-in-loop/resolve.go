package resolve

import (
	"context"
	"net"
)

type Resolver struct{ hosts []string }

func (r *Resolver) Addrs(ctx context.Context) (all []string, err error) {
	for _, h := range r.hosts {
		addrs, err := net.LookupHost(h) // want:ctxdrop
		if err != nil {
			return nil, err
		}
		all = append(all, addrs...)
	}
	return all, nil
}

func (r *Resolver) Reach(ctx context.Context, addr string) error {
	c, err := net.Dial("tcp", addr) // want:ctxdrop
	if err != nil {
		return err
	}
	return c.Close()
}
