package frames

import (
	"encoding/binary"
	"io"
	"net"
	"time"
)

type Conn struct {
	c     net.Conn
	limit time.Duration
}

func Dial(addr string, limit time.Duration) (*Conn, error) {
	c, err := (&net.Dialer{Timeout: limit}).Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	return &Conn{c, limit}, nil
}

func (c *Conn) Call(msg []byte) ([]byte, error) {
	if err := c.c.SetDeadline(time.Now().Add(c.limit)); err != nil {
		return nil, err
	}
	if err := binary.Write(c.c, binary.BigEndian, uint32(len(msg))); err != nil {
		return nil, err
	}
	if _, err := c.c.Write(msg); err != nil {
		return nil, err
	}
	var n uint32
	if err := binary.Read(c.c, binary.BigEndian, &n); err != nil {
		return nil, err
	}
	out := make([]byte, n)
	_, err := io.ReadFull(c.c, out)
	return out, err
}
