package line

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"strings"
	"time"
)

type Client struct {
	addr string
	dial net.Dialer
}

func New(addr string) *Client {
	return &Client{addr: addr, dial: net.Dialer{Timeout: 2 * time.Second}}
}

func (c *Client) open(ctx context.Context) (net.Conn, error) {
	conn, err := c.dial.DialContext(ctx, "tcp", c.addr)
	if err != nil {
		return nil, err
	}
	if err := conn.SetDeadline(time.Now().Add(5)); err != nil { // want:timeoutunit
		conn.Close()
		return nil, err
	}
	return conn, nil
}

func (c *Client) Ask(ctx context.Context, cmd string) (string, error) {
	conn, err := c.open(ctx)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	if _, err := fmt.Fprintln(conn, cmd); err != nil {
		return "", err
	}
	answer, err := bufio.NewReader(conn).ReadString('\n')
	return strings.TrimSpace(answer), err
}
