package nodeadline

import (
	"net"
	"time"
)

func gelf(addr string) (net.Conn, error) {
	return net.Dial("tcp", addr) // want `net.Dial takes no context and has no time limit`
}

func plain(addr string) (net.Conn, error) {
	var d net.Dialer
	return d.Dial("tcp", addr) // want `\(\*net.Dialer\).Dial may wait for ever: a dialer without Timeout`
}

// A resolver gives up by itself.
func okResolve(host string) ([]string, error) {
	return net.LookupHost(host)
}

func okGelf(addr string) (net.Conn, error) {
	return net.DialTimeout("tcp", addr, time.Second)
}

func okPlain(addr string) (net.Conn, error) {
	d := net.Dialer{Timeout: time.Second}
	return d.Dial("tcp", addr)
}
