package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/budgetlint/budgetlint/examples/dashboard/drill/report"
	"github.com/budgetlint/budgetlint/examples/dashboard/fakes"
)

// A stage is one version of the dashboard as a process, and the five servers that it calls.
type stage struct {
	version  string
	url      string
	services fakes.Services
	start    time.Time // of the scenario; all times of its report are since then
	servers  []*http.Server
	process  *exec.Cmd
	logRead  chan struct{}

	mu        sync.Mutex
	exchanges []fakes.Exchange
	log       log
	number    int // pages asked for
}

// lifetime ends the processes of a drill that was killed before it could do so.
const lifetime = 5 * time.Minute

// raise starts the services and the dashboard in front of them, and waits until it listens. contract, which may be "", is
// a file for after. Whoever raises a stage closes it.
func raise(ctx context.Context, bin *binaries, version, contract string) (*stage, error) {
	s := &stage{version: version, start: time.Now(), logRead: make(chan struct{})}
	s.log.changed = sync.NewCond(&s.mu)
	s.services = fakes.New(func(e fakes.Exchange) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.exchanges = append(s.exchanges, e)
	})
	args := []string{"-addr", "127.0.0.1:0", "-for", lifetime.String()}
	if version == report.After && contract != "" {
		args = append(args, "-budget", contract)
	}
	s.process = exec.Command(bin.path(version), args...)
	s.process.Env = os.Environ()
	for _, name := range fakes.Names() {
		url, err := s.serve(s.services[name])
		if err != nil {
			s.close()
			return nil, err
		}
		key := strings.ToUpper(strings.ReplaceAll(name, "-", "_")) + "_URL" // ORDER_SERVICE_URL
		s.process.Env = append(s.process.Env, key+"="+url)
	}
	out, err := s.process.StderrPipe()
	if err == nil {
		err = s.process.Start()
	}
	if err != nil {
		s.close()
		return nil, fmt.Errorf("start %s: %w", version, err)
	}
	listening := make(chan string, 1)
	go s.read(out, listening)
	select {
	case s.url = <-listening:
		return s, nil
	case <-s.logRead:
		err = fmt.Errorf("%s stopped before it listened: %s", version, s.log.tail)
	case <-ctx.Done():
		err = context.Cause(ctx)
	}
	s.close()
	return nil, err
}

// serve puts a service onto a port of its own.
func (s *stage) serve(h http.Handler) (url string, err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	server := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second}
	s.servers = append(s.servers, server)
	go server.Serve(l)
	return "http://" + l.Addr().String(), nil
}

// read takes in the log of the dashboard until it ends.
func (s *stage) read(out io.Reader, listening chan<- string) {
	defer close(s.logRead)
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if _, rest, ok := strings.Cut(lines.Text(), "try http://"); ok {
			addr, _, _ := strings.Cut(rest, "/")
			listening <- "http://" + addr
			continue
		}
		s.mu.Lock()
		s.log.add(lines.Bytes())
		s.log.changed.Broadcast()
		s.mu.Unlock()
	}
}

func (s *stage) close() {
	if s.process != nil && s.process.Process != nil {
		s.process.Process.Kill()
		<-s.logRead
		s.process.Wait()
	}
	for _, server := range s.servers {
		server.Close()
	}
}

// set changes how services behave; those that are not named stay as they are.
func (s *stage) set(b map[string]fakes.Behaviour) {
	for name, b := range b {
		s.services[name].Set(b)
	}
}

// A request is for one page.
type request struct {
	shown  string        // see report.Page
	wait   time.Duration // how long the client waits; 0 is a minute
	allows time.Duration // what it tells after about that; 0 is nothing
	leave  func() bool   // the client leaves when this is true
}

// A reply is what came back for a request.
type reply struct {
	report.Page
	body  string
	trace string
	start time.Time
}

// page asks for a page and waits for the answer, and for the log of it.
func (s *stage) page(ctx context.Context, q request) (*reply, error) {
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(q.wait, time.Minute))
	defer cancel()
	s.mu.Lock()
	s.number++
	p := &reply{Page: report.Page{Version: s.version, Number: s.number, Shown: q.shown}}
	s.mu.Unlock()
	p.trace = fmt.Sprintf("%s-%d-page-%d", s.version, s.start.UnixNano(), p.Number)
	if q.leave != nil {
		go func() {
			for ctx.Err() == nil && !q.leave() {
				time.Sleep(time.Millisecond)
			}
			cancel()
		}()
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+"/api/dashboard?user=42", nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("X-Trace-Id", p.trace)
	if q.allows > 0 {
		req.Header.Set("X-Envoy-Expected-Rq-Timeout-Ms", fmt.Sprint(q.allows.Milliseconds()))
	}
	p.start = time.Now()
	resp, err := http.DefaultClient.Do(req)
	if err == nil {
		var body []byte
		body, err = io.ReadAll(resp.Body)
		resp.Body.Close()
		p.Status, p.body = resp.StatusCode, string(body)
	}
	p.From, p.Took = report.In(p.start.Sub(s.start)), report.In(time.Since(p.start))
	if err != nil {
		if ctx.Err() == nil {
			return nil, fmt.Errorf("%s, page %d: %w", s.version, p.Number, err)
		}
		if q.leave == nil && q.wait == 0 {
			return nil, fmt.Errorf("%s, page %d: %w", s.version, p.Number, errors.Join(err, context.Cause(ctx)))
		}
		p.Left = true
	}
	p.read()
	if s.version == report.After {
		return p, s.logged(p)
	}
	return p, nil
}

// logged waits until after has logged all of p, and adds what the log says.
func (s *stage) logged(p *reply) error {
	const patience = 10 * time.Second
	timer := time.AfterFunc(patience, s.log.changed.Broadcast)
	defer timer.Stop()
	end := time.Now().Add(patience)
	s.mu.Lock()
	defer s.mu.Unlock()
	for !s.log.done[p.trace] {
		if time.Now().After(end) {
			return fmt.Errorf("after did not log the end of page %d", p.Number)
		}
		s.log.changed.Wait()
	}
	for _, l := range s.log.calls[p.trace] {
		p.Calls = append(p.Calls, report.Call{
			Service: l.Downstream, Status: l.Status, From: report.In(l.Start.Sub(p.start)), Took: report.In(l.Took),
			Timeout: report.In(l.Timeout), Attempts: l.Attempts, Degraded: l.Degraded, Error: l.Error,
		})
	}
	return nil
}
