package detachedctx

import (
	"context"
	"net"
)

type dialer struct {
	net.Dialer
}

// Dial is the form for those who have no context.
func (d *dialer) Dial(network, addr string) (net.Conn, error) {
	return d.DialContext(context.Background(), network, addr)
}

type conns struct {
	dialer
	open map[string]net.Conn
	last net.Conn
}

// The connection stays with the pool, so the first caller must not end it.
func (c *conns) okGet(ctx context.Context, addr string) (net.Conn, error) {
	conn, err := c.DialContext(context.Background(), "tcp", addr)
	if err != nil {
		return nil, err
	}
	c.open[addr] = conn
	return conn, nil
}

func (c *conns) okLast(ctx context.Context, addr string) (err error) {
	c.last, err = c.DialContext(context.Background(), "tcp", addr)
	return err
}
