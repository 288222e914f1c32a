package tunnel

import (
	"io"
	"net"
	"time"
)

// Tunnel copies both ways until one side closes.
func Tunnel(client net.Conn, target string) error {
	up, err := net.DialTimeout("tcp", target, 5*time.Second)
	if err != nil {
		return err
	}
	defer up.Close()
	done := make(chan error, 2)
	go func() { _, err := io.Copy(up, client); done <- err }()
	go func() { _, err := io.Copy(client, up); done <- err }()
	return <-done
}
