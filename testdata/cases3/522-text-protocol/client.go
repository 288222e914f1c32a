package textproto

import (
	"bufio"
	"fmt"
	"net"
	"sync"
)

type Client struct {
	mu   sync.Mutex
	conn net.Conn
	r    *bufio.Reader
}

func Dial(addr string) (*Client, error) {
	conn, err := net.Dial("tcp", addr) // want:nodeadline
	if err != nil {
		return nil, err
	}
	return &Client{conn: conn, r: bufio.NewReader(conn)}, nil // alt:nodeadline
}

func (c *Client) Do(cmd string) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, err := fmt.Fprintf(c.conn, "%s\r\n", cmd); err != nil { // alt:nodeadline
		return "", err
	}
	return c.r.ReadString('\n') // alt:nodeadline
}
