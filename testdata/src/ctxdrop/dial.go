package ctxdrop

import (
	"context"
	"crypto/tls"
	"net"
	network "net"
	"time"
)

func dial(ctx context.Context, addr string) (net.Conn, error) {
	return net.Dial("tcp", addr) // want `net.Dial takes no context, so ctx cannot end it`
}

func dialFor(ctx context.Context, addr string, wait time.Duration) (net.Conn, error) {
	return network.DialTimeout("tcp", // the only network here // want `net.DialTimeout takes no context`
		addr, wait/2)
}

func dialOn(ctx context.Context, d *net.Dialer, addr string) (net.Conn, error) {
	return d.Dial("tcp", addr) // want `DialContext does`
}

func resolve(ctx context.Context, host string) ([]string, error) {
	return net.LookupHost(host) // want `net.LookupHost takes no context, so ctx cannot end it`
}

func addresses(ctx context.Context, host string) ([]net.IP, error) {
	return net.LookupIP(host) // want `net.LookupIP takes no context`
}

func services(ctx context.Context, name string) (string, []*net.SRV, error) {
	return net.LookupSRV("http", "tcp", name) // want `net.LookupSRV takes no context`
}

func handshake(ctx context.Context, c *tls.Conn) error {
	return c.Handshake() // want `HandshakeContext does`
}

func dialTLS(ctx context.Context, addr string, conf *tls.Config) (*tls.Conn, error) {
	return tls.Dial("tcp", addr, conf) // want `tls.Dial takes no context`
}
