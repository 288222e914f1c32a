package conn

import (
	"bufio"
	"net"
	"time"
)

const idle = 30

func Serve(c net.Conn, handle func(string)) error {
	defer c.Close()
	r := bufio.NewReader(c)
	for {
		if err := c.SetReadDeadline(time.Now().Add(idle)); err != nil { // want:timeoutunit
			return err
		}
		line, err := r.ReadString('\n')
		if err != nil {
			return err
		}
		handle(line)
	}
}
