package timeoutunit

import (
	"net"
	"time"
)

func readReply(c net.Conn, buf []byte) (int, error) {
	if err := c.SetReadDeadline(time.Now().Add(30)); err != nil { // want `30 means 30ns: argument of time.Time.Add`
		return 0, err
	}
	return c.Read(buf)
}
