// none: each accepted connection gets its own goroutine that relays one exchange to the upstream

package relay

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"time"
)

const exchange = 30 * time.Second

type Relay struct {
	upstream string
	dialer   net.Dialer
}

func New(upstream string) *Relay {
	return &Relay{upstream: upstream, dialer: net.Dialer{Timeout: 3 * time.Second}}
}

func (r *Relay) Serve(ctx context.Context, ln net.Listener) error {
	for {
		down, err := ln.Accept()
		if errors.Is(err, net.ErrClosed) {
			return nil
		}
		if err != nil {
			return err
		}
		go r.serve(ctx, down)
	}
}

func (r *Relay) serve(ctx context.Context, down net.Conn) {
	defer down.Close()
	end := time.Now().Add(exchange)
	if err := down.SetDeadline(end); err != nil {
		return
	}
	up, err := r.dialer.DialContext(ctx, "tcp", r.upstream)
	if err != nil {
		slog.WarnContext(ctx, "upstream", "err", err)
		return
	}
	defer up.Close()
	if err := up.SetDeadline(end); err != nil {
		return
	}
	if _, err := io.CopyN(up, down, 512); err != nil {
		return
	}
	_, _ = io.Copy(down, up)
}
