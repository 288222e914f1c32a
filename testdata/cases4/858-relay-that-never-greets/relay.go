package mailout

import (
	"context"
	"fmt"
	"net"
	"net/smtp"
	"time"
)

type Relay struct {
	host string
	port string
	auth smtp.Auth
}

func (r *Relay) connect(ctx context.Context) (*smtp.Client, error) {
	d := net.Dialer{Timeout: 10 * time.Second}
	conn, err := d.DialContext(ctx, "tcp", net.JoinHostPort(r.host, r.port)) // want:nodeadline
	if err != nil {
		return nil, err
	}
	c, err := smtp.NewClient(conn, r.host) // alt:nodeadline
	if err != nil {
		conn.Close()
		return nil, err
	}
	return c, nil
}

func (r *Relay) Send(ctx context.Context, from, to string, msg []byte) error {
	c, err := r.connect(ctx) // alt:nodeadline
	if err != nil {
		return fmt.Errorf("relay %s: %w", r.host, err)
	}
	defer c.Close()
	if err := c.Auth(r.auth); err != nil {
		return err
	}
	if err := c.Mail(from); err != nil {
		return err
	}
	if err := c.Rcpt(to); err != nil {
		return err
	}
	w, err := c.Data()
	if err != nil {
		return err
	}
	if _, err := w.Write(msg); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return c.Quit()
}
