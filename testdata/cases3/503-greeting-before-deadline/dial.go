package dial

import (
	"net"
	"net/smtp"
	"time"
)

type Dialer struct {
	Addr, Host string
	Timeout    time.Duration
}

func (d *Dialer) Dial() (*smtp.Client, error) {
	conn, err := net.DialTimeout("tcp", d.Addr, d.Timeout)
	if err != nil {
		return nil, err
	}
	c, err := smtp.NewClient(conn, d.Host) // want:nodeadline
	if err != nil {
		return nil, err
	}
	if d.Timeout > 0 {
		conn.SetDeadline(time.Now().Add(d.Timeout))
	}
	return c, nil
}
