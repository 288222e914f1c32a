package timeoutunit

import (
	"net"
	"time"
)

const dialLimit = 3 * time.Second

func dialStock(addr string) (net.Conn, error) {
	return net.DialTimeout("tcp", addr, dialLimit*time.Second) // want `dialLimit \* time.Second multiplies two durations`
}

// Probe is told a duration; the conversion changes nothing.
func Probe(addr string, wait time.Duration) (net.Conn, error) {
	return net.DialTimeout("tcp", addr, time.Duration(wait)*time.Millisecond) // want `time.Duration\(wait\) already has its unit`
}
