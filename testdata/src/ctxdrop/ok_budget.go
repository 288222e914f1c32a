package ctxdrop

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"time"

	"golang.org/x/time/rate"
)

// The timeout is computed from the context's own deadline.
func okRemaining(ctx context.Context, addr string) (net.Conn, error) {
	wait := 3 * time.Second
	if end, ok := ctx.Deadline(); ok {
		wait = time.Until(end)
	}
	return net.DialTimeout("tcp", addr, wait)
}

// A channel, a limiter and a sleep do not leave the process.
func okLocal(ctx context.Context, out chan<- string, lim *rate.Limiter) error {
	out <- "a"
	time.Sleep(time.Millisecond)
	return lim.Wait(context.Background())
}

// The context is attached to the request afterwards.
func okAttached(ctx context.Context, addr string) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodGet, addr, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "application/json")
	return stock.Do(req.WithContext(ctx))
}

func okReplaced(ctx context.Context, addr string) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodGet, addr, nil)
	if err != nil {
		return nil, err
	}
	req = req.WithContext(ctx)
	return stock.Do(req)
}

func okCloned(w http.ResponseWriter, r *http.Request) {
	req, err := http.NewRequest(http.MethodGet, "https://a.internal", nil)
	if err != nil {
		return
	}
	resp, err := stock.Do(req.Clone(r.Context()))
	if err != nil {
		return
	}
	resp.Body.Close()
}

// A request that nobody sends.
func okNeverSent(ctx context.Context) (string, error) {
	req, err := http.NewRequest(http.MethodGet, "https://a.internal?q=1", nil)
	if err != nil {
		return "", err
	}
	return req.URL.Query().Get("q"), nil
}

// The deadline is set on what the call is made with.
func okDialer(ctx context.Context, addr string, conf *tls.Config) (*tls.Conn, error) {
	d := &net.Dialer{}
	end, _ := ctx.Deadline()
	d.Deadline = end
	return tls.DialWithDialer(d, "tcp", addr, conf)
}

func okConn(ctx context.Context, conn net.Conn, conf *tls.Config) error {
	if end, ok := ctx.Deadline(); ok {
		if err := conn.SetDeadline(end); err != nil {
			return err
		}
	}
	c := tls.Client(conn, conf)
	return c.Handshake()
}
