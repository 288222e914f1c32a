package mail

import (
	"context"
	"net"
	"net/smtp"
	"time"
)

type Mailer struct{ addr, host string }

func (m *Mailer) Send(ctx context.Context, to string, text []byte) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", m.addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	if end, ok := ctx.Deadline(); ok {
		if err := conn.SetDeadline(end); err != nil {
			return err
		}
	}
	c, err := smtp.NewClient(conn, m.host)
	if err != nil {
		return err
	}
	if err := c.Mail("noreply@" + m.host); err != nil {
		return err
	}
	if err := c.Rcpt(to); err != nil {
		return err
	}
	w, err := c.Data()
	if err != nil {
		return err
	}
	if _, err := w.Write(text); err != nil {
		return err
	}
	return w.Close()
}
