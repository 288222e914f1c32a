package conform

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing/synctest"
	"time"
)

// server answers in memory: a bubble has no sockets. As a real transport does, it closes the request's body.
type server func(*http.Request) (*http.Response, error)

func (s server) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body != nil {
		defer r.Body.Close()
	}
	return s(r)
}

// stream is a response's body that takes its time for each read, and heeds the request's context as net/http's does.
type stream struct {
	ctx           context.Context
	takes         time.Duration
	text          string
	ended, closed bool
}

func (s *stream) Read(p []byte) (int, error) {
	select {
	case <-s.ctx.Done():
		return 0, s.ctx.Err()
	case <-time.After(s.takes):
	}
	if s.text == "" {
		s.ended = true
		return 0, io.EOF
	}
	n := copy(p, s.text)
	s.text = s.text[n:]
	return n, nil
}

func (s *stream) Close() error { s.closed = true; return nil }

func reply(r *http.Request, code int, takes time.Duration) *http.Response {
	return &http.Response{StatusCode: code, ProtoMajor: 1, ProtoMinor: 1, Header: http.Header{}, Request: r,
		Body: &stream{ctx: r.Context(), takes: takes, text: "page"}}
}

// requests is a row about a transport.
func requests(name string, s Setup, run func(transport func(server) http.RoundTripper) error) Row {
	if s.Timeout == 0 {
		s.Timeout = usual
	}
	return Row{Name: name, Run: func(l Library) error {
		if l.Transport == nil {
			return Cannot("has no transport")
		}
		if _, err := l.Transport(s, nil); err != nil {
			return err
		}
		return run(func(next server) http.RoundTripper {
			rt, _ := l.Transport(s, next)
			return rt
		})
	}}
}

func request(ctx context.Context, method, body string) *http.Request {
	var b io.Reader
	if body != "" {
		b = strings.NewReader(body)
	}
	r, _ := http.NewRequestWithContext(ctx, method, "http://stock/items", b)
	return r
}

func httpRows() []Row {
	again := Setup{Attempts: 3, Wait: ms}
	return []Row{
		requests("GET until it succeeds, and the discarded bodies are drained and closed", again, func(transport func(server) http.RoundTripper) error {
			var bodies []*stream
			resp, err := transport(func(r *http.Request) (*http.Response, error) {
				resp := reply(r, []int{503, 500, 200}[len(bodies)], 0)
				bodies = append(bodies, resp.Body.(*stream))
				return resp, nil
			}).RoundTrip(request(left(time.Second), "GET", ""))
			if err != nil || resp.StatusCode != 200 || len(bodies) != 3 {
				return wrong("%v after %d requests", err, len(bodies))
			}
			for i, b := range bodies[:2] {
				if !b.ended || !b.closed {
					return wrong("body %d: read to its end %t, closed %t, so its connection is lost", i+1, b.ended, b.closed)
				}
			}
			return nil
		}),
		requests("a body is sent again, whole", again, func(transport func(server) http.RoundTripper) error {
			var sent []string
			transport(func(r *http.Request) (*http.Response, error) {
				b, _ := io.ReadAll(r.Body)
				sent = append(sent, string(b))
				return reply(r, []int{503, 200}[len(sent)-1], 0), nil
			}).RoundTrip(request(left(time.Second), "PUT", "order"))
			if len(sent) != 2 || sent[0] != "order" || sent[1] != "order" {
				return wrong("sent %q", sent)
			}
			return nil
		}),
		requests("POST is not repeated unasked", again, func(transport func(server) http.RoundTripper) error {
			n := 0
			transport(func(r *http.Request) (*http.Response, error) { n++; return reply(r, 503, 0), nil }).
				RoundTrip(request(left(time.Second), "POST", "order"))
			if n != 1 {
				return wrong("sent %d times", n)
			}
			return nil
		}),
		requests("the last failed response reaches the caller", again, func(transport func(server) http.RoundTripper) error {
			resp, err := transport(func(r *http.Request) (*http.Response, error) { return reply(r, 503, 0), nil }).
				RoundTrip(request(left(time.Second), "GET", ""))
			if err != nil || resp.StatusCode != 503 {
				return wrong("%v", err)
			}
			if b, err := io.ReadAll(resp.Body); string(b) != "page" {
				return wrong("its body is %q, %v", b, err)
			}
			return nil
		}),
		requests("Retry-After is heeded", Setup{Attempts: 2, Wait: time.Second}, func(transport func(server) http.RoundTripper) error {
			var at []time.Time
			transport(func(r *http.Request) (*http.Response, error) {
				at = append(at, time.Now())
				resp := reply(r, []int{503, 200}[len(at)-1], 0)
				resp.Header.Set("Retry-After", "1")
				return resp, nil
			}).RoundTrip(request(left(time.Minute), "GET", ""))
			if len(at) != 2 || at[1].Sub(at[0]) < time.Second {
				return wrong("%d requests, not 1s apart", len(at))
			}
			return nil
		}),
		requests("Retry-After beyond the deadline: the answer at once", again, func(transport func(server) http.RoundTripper) error {
			start, n := time.Now(), 0
			done := make(chan time.Duration, 1)
			rt := transport(func(r *http.Request) (*http.Response, error) {
				n++
				resp := reply(r, 503, 0)
				resp.Header.Set("Retry-After", "60")
				return resp, nil
			})
			go func() {
				rt.RoundTrip(request(left(2*time.Second), "GET", ""))
				done <- time.Since(start)
			}()
			if took := <-done; took > ms || n != 1 {
				return wrong("returned after %v and %d requests", took, n)
			}
			return nil
		}),
		requests("the receiver is told the time left", Setup{Timed: true, Deadline: true}, func(transport func(server) http.RoundTripper) error {
			var told http.Header
			transport(func(r *http.Request) (*http.Response, error) { told = r.Header; return reply(r, 200, 0), nil }).
				RoundTrip(request(left(time.Second), "GET", ""))
			if told.Get("Grpc-Timeout") == "" && told.Get("X-Envoy-Expected-Rq-Timeout-Ms") == "" {
				return Cannot("sends no deadline")
			}
			return nil
		}),
		requests("the timeout covers the body", Setup{Timed: true}, func(transport func(server) http.RoundTripper) error {
			start := time.Now()
			resp, err := transport(func(r *http.Request) (*http.Response, error) { return reply(r, 200, time.Hour), nil }).
				RoundTrip(request(left(time.Minute), "GET", ""))
			if err == nil {
				io.ReadAll(resp.Body)
			}
			if took := time.Since(start); took != usual {
				return wrong("the body was waited for %v", took)
			}
			return nil
		}),
		requests("a call lasts until its body is read", Setup{Places: 1, Timed: true}, func(transport func(server) http.RoundTripper) error {
			rt := transport(func(r *http.Request) (*http.Response, error) { return reply(r, 200, 100*ms), nil })
			resp, err := rt.RoundTrip(request(left(time.Minute), "GET", ""))
			if err != nil {
				return err
			}
			if _, err := rt.RoundTrip(request(left(time.Minute), "GET", "")); err == nil {
				return wrong("a second call in 1 place, while the first reads its body")
			}
			io.ReadAll(resp.Body)
			resp.Body.Close()
			synctest.Wait()
			if _, err := rt.RoundTrip(request(left(time.Minute), "GET", "")); err != nil {
				return wrong("the place is not free after the body: %v", err)
			}
			return nil
		}),
		requests("a body that is never closed costs one timeout", Setup{Places: 1, Timed: true}, func(transport func(server) http.RoundTripper) error {
			rt := transport(func(r *http.Request) (*http.Response, error) { return reply(r, 200, 0), nil })
			rt.RoundTrip(request(left(time.Minute), "GET", ""))
			time.Sleep(time.Second)
			if _, err := rt.RoundTrip(request(left(time.Minute), "GET", "")); err != nil {
				return wrong("the place is lost: %v", err)
			}
			return nil
		}),
		requests("a request that is refused has its body closed", Setup{Places: 1, Timed: true}, func(transport func(server) http.RoundTripper) error {
			rt := transport(func(r *http.Request) (*http.Response, error) {
				time.Sleep(100 * ms)
				return reply(r, 200, 0), nil
			})
			go rt.RoundTrip(request(left(time.Minute), "GET", ""))
			synctest.Wait()
			b := &stream{ctx: context.Background(), text: "order"}
			r := request(left(time.Minute), "PUT", "order")
			r.Body = b
			if _, err := rt.RoundTrip(r); err == nil {
				return wrong("a second call in 1 place")
			}
			if !b.closed {
				return wrong("it is open")
			}
			return nil
		}),
	}
}
