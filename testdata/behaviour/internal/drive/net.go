package drive

import (
	"context"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// Down is the error of a downstream that fails.
type Down struct{ Name string }

func (d *Down) Error() string { return d.Name + " is down" }

// Net is the downstreams of one scenario. Fakes ask it what to do.
type Net struct {
	plan map[string]mood

	mu      sync.Mutex
	tries   map[string]int
	wrote   []string
	closers []func()
}

// Call waits and fails as the scenario says. It ends with ctx.
func (n *Net) Call(ctx context.Context, name string) error {
	n.mu.Lock()
	n.tries[name]++
	try, mood := n.tries[name], n.plan[name]
	n.mu.Unlock()
	wait := time.Duration(0)
	switch mood {
	case dawdles, failsLate:
		wait = slow
	case hangs:
		wait = stuck
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	default:
	}
	if wait > 0 {
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if mood == fails || mood == failsLate || mood == hangs || mood == failsOnce && try == 1 {
		return &Down{name}
	}
	return nil
}

// Write is a Call that changes something, which the trace shows.
func (n *Net) Write(ctx context.Context, name string) error {
	if err := n.Call(ctx, name); err != nil {
		return err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.wrote = append(n.wrote, name)
	return nil
}

func (n *Net) written() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Sorted(slices.Values(n.wrote))
}

// Cleanup runs f at the end of the scenario.
func (n *Net) Cleanup(f func()) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.closers = append(n.closers, f)
}

func (n *Net) close() {
	for _, f := range slices.Backward(n.closers) {
		f()
	}
}

// HTTP is a transport whose calls are named by method and path. What is not a GET or HEAD writes.
type HTTP struct{ Net *Net }

// RoundTrip answers with the body that Body gives. Reading it fails once the request's context is over.
func (h HTTP) RoundTrip(req *http.Request) (*http.Response, error) {
	call := h.Net.Call
	if req.Method != http.MethodGet && req.Method != http.MethodHead {
		call = h.Net.Write
	}
	sent := ""
	if req.Body != nil {
		b, err := io.ReadAll(req.Body)
		if err != nil {
			return nil, err
		}
		sent = " " + req.Header.Get("Content-Type") + " " + string(b)
		if err := req.Body.Close(); err != nil {
			return nil, err
		}
	}
	if err := call(req.Context(), req.Method+" "+req.URL.Path+sent); err != nil {
		return nil, err
	}
	return &http.Response{
		StatusCode: http.StatusOK, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: req, Header: http.Header{},
		Body: &body{ctx: req.Context(), text: strings.NewReader(Body(req.URL.Path))},
	}, nil
}

// Body is what a path answers: its last part as JSON.
func Body(path string) string {
	return `{"id": "` + path[strings.LastIndexByte(path, '/')+1:] + `"}`
}

// UseDefault makes the transport the default one until the scenario ends.
func (h HTTP) UseDefault() {
	old := http.DefaultTransport
	http.DefaultTransport = h
	h.Net.Cleanup(func() { http.DefaultTransport = old })
}

type body struct {
	ctx  context.Context
	text *strings.Reader
}

func (b *body) Read(p []byte) (int, error) {
	if err := b.ctx.Err(); err != nil {
		return 0, err
	}
	return b.text.Read(p)
}

func (b *body) Close() error { return nil }
