package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/budgetlint/budgetlint/examples/dashboard/fakes"
	"github.com/budgetlint/budgetlint/runtime/breaker"
	"github.com/budgetlint/budgetlint/runtime/contract"
	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/record"
)

var soakFor = flag.Duration("soak", time.Second, "how long TestSoak goes on; below 10 s it says nothing about times")

// TestSoak asks for pages while services flap, hang, panic, drop connections and answer late, and while clients leave. In
// the end nothing is left behind, every call has its one record, and no page took longer than it may. `make soak` lets it
// go on for a minute.
func TestSoak(t *testing.T) {
	const (
		workers  = 24
		maxPages = 30_000
		late     = 100 * time.Millisecond
	)
	logs := slog.Default()
	slog.SetDefault(slog.New(slog.DiscardHandler))
	t.Cleanup(func() { slog.SetDefault(logs) })

	s := newSoak(t)
	for range 40 { // what is made once is there before it is counted
		s.page(t.Context(), "warm")
	}
	base := s.settled()
	s.reset()

	ctx, cancel := context.WithTimeout(t.Context(), *soakFor)
	defer cancel()
	var left atomic.Int64
	left.Store(maxPages)
	var busy sync.WaitGroup
	busy.Go(func() { s.trouble(ctx) })
	for i := range workers {
		busy.Go(func() { s.visit(ctx, rand.New(rand.NewPCG(1, uint64(i))), &left) })
	}
	busy.Wait()
	s.calm()
	end := s.settled()
	for wait := time.Now().Add(20 * time.Second); (end.goroutines > base.goroutines || end.files > base.files) && time.Now().Before(wait); {
		time.Sleep(50 * time.Millisecond)
		end = s.settled()
	}
	if end.goroutines > base.goroutines || end.files > base.files {
		var stacks strings.Builder
		pprof.Lookup("goroutine").WriteTo(&stacks, 1)
		t.Errorf("left behind: %v, %v before\n%s", end, base, stacks.String())
	}
	s.checkRecords(t)
	took := s.times()
	if len(took) < 20 {
		t.Fatalf("%d pages are no load", len(took))
	}
	atMost := s.server.aggregator.TotalBudget + late
	if p := took[len(took)*999/1000]; p > atMost && !racing && *soakFor >= 10*time.Second {
		t.Errorf("99.9 %% of the pages are answered within %v, and not within %v", p, atMost)
	}
	s.report(t, took, base, end)
}

// soak is the server under test, all around it, and what became of its pages and calls.
type soak struct {
	server   *Server
	services fakes.Services
	panics   map[string]*atomic.Bool
	front    *httptest.Server
	client   *http.Client
	sent     map[string]*atomic.Int64 // requests that left for a service, by name

	mu      sync.Mutex
	calls   map[string]map[string]int // records by trace id and service
	began   map[string]int64          // attempts by service, as the records have it
	ends    map[string]int            // records by status
	pages   map[string]page           // by trace id
	changes int
}

// page is what the handler made of one request.
type page struct {
	status   int
	degraded []string
	took     time.Duration
}

func newSoak(t *testing.T) *soak {
	s := &soak{panics: map[string]*atomic.Bool{}, sent: map[string]*atomic.Int64{}}
	s.reset()
	s.services = fakes.New(nil)
	byHost := map[string]string{}
	var urls [5]string
	for i, name := range fakes.Names() {
		s.panics[name], s.sent[name] = &atomic.Bool{}, &atomic.Int64{}
		backend := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if s.panics[name].Load() {
				panic("a bug in " + name)
			}
			s.services[name].ServeHTTP(w, r)
		}))
		backend.Config.ErrorLog = log.New(io.Discard, "", 0)
		backend.Start()
		t.Cleanup(backend.Close)
		urls[i] = backend.URL
		byHost[strings.TrimPrefix(backend.URL, "http://")] = name
	}
	var err error
	s.server, err = NewServer(URLs{urls[0], urls[1], urls[2], urls[3], urls[4]}, contract.MustLoad(budgetFile),
		downstream.Observe(record.ObserverFunc(s.observe)),
		downstream.OnStateChange(func(string, breaker.State, breaker.State) {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.changes++
		}))
	if err != nil {
		t.Fatal(err)
	}
	s.server.client.Transport = counting{s.server.client.Transport, func(host string) { s.sent[byHost[host]].Add(1) }}
	s.front = httptest.NewServer(s.measured(s.server.Routes()))
	t.Cleanup(s.front.Close)
	s.client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 100}, Timeout: time.Minute}
	return s
}

// counting counts the requests that are sent, independently of the runtime.
type counting struct {
	next http.RoundTripper
	sent func(host string)
}

func (c counting) RoundTrip(r *http.Request) (*http.Response, error) {
	c.sent(r.URL.Host)
	return c.next.RoundTrip(r)
}

func (c counting) CloseIdleConnections() { (&http.Client{Transport: c.next}).CloseIdleConnections() }

func (s *soak) observe(_ context.Context, c record.Call) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.calls[c.TraceID] == nil {
		s.calls[c.TraceID] = map[string]int{}
	}
	s.calls[c.TraceID][c.Name]++
	s.began[c.Name] += int64(c.Attempts)
	s.ends[c.Status.String()]++
}

// measured notes what next makes of each page, whether or not somebody waits for it.
func (s *soak) measured(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start, kept := time.Now(), httptest.NewRecorder()
		next.ServeHTTP(kept, r)
		p := page{status: kept.Code, took: time.Since(start)}
		var d Dashboard
		if kept.Body.Len() == 0 {
			p.status = 0 // the client had left
		} else if err := json.Unmarshal(kept.Body.Bytes(), &d); err == nil {
			p.degraded = d.Degraded
		}
		s.mu.Lock()
		s.pages[r.Header.Get("X-Trace-Id")] = p
		s.mu.Unlock()
		maps.Copy(w.Header(), kept.Header())
		w.WriteHeader(kept.Code)
		w.Write(kept.Body.Bytes())
	})
}

// visit asks for pages until ctx ends or there have been enough. Some clients are in a hurry, and say so; some leave.
func (s *soak) visit(ctx context.Context, r *rand.Rand, left *atomic.Int64) {
	for ctx.Err() == nil {
		n := left.Add(-1)
		if n < 0 {
			return
		}
		id := fmt.Sprintf("page-%d", n)
		switch r.IntN(10) {
		case 0, 1:
			short, cancel := context.WithTimeout(context.Background(), time.Duration(r.IntN(400))*time.Millisecond)
			s.page(short, id)
			cancel()
		case 2:
			s.page(context.Background(), id, "X-Envoy-Expected-Rq-Timeout-Ms", fmt.Sprint(200+r.IntN(1300)))
		default:
			s.page(context.Background(), id)
		}
		time.Sleep(time.Duration(r.IntN(200)) * time.Millisecond)
	}
}

func (s *soak) page(ctx context.Context, id string, header ...string) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.front.URL+"/api/dashboard?user="+id, nil)
	if err != nil {
		return
	}
	req.Header.Set("X-Trace-Id", id)
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return // it left; what the handler made of it is noted there
	}
	io.Copy(io.Discard, resp.Body)
	resp.Body.Close()
}

// trouble changes one service after the other, for the same reasons in each run.
func (s *soak) trouble(ctx context.Context) {
	r := rand.New(rand.NewPCG(7, 7))
	start := time.Now()
	for ctx.Err() == nil {
		name := fakes.Names()[r.IntN(5)]
		for _, core := range []string{fakes.User, fakes.Order} { // in trouble for a moment only: without a page there is little to see
			s.services[core].Set(fakes.Behaviour{Delay: 20 * time.Millisecond})
			s.panics[core].Store(false)
		}
		some := func(ms int) time.Duration { return time.Duration(r.IntN(ms)) * time.Millisecond }
		b, panics := fakes.Behaviour{Delay: some(60)}, false
		switch r.IntN(24) {
		case 0, 1:
			b = fakes.Behaviour{Delay: some(50), Status: http.StatusInternalServerError}
		case 2:
			b = fakes.Behaviour{Fault: fakes.Hang}
		case 3:
			b = fakes.Behaviour{Delay: some(50), Fault: fakes.Reset}
		case 4:
			b = fakes.Behaviour{Delay: 300*time.Millisecond + some(600), Fault: fakes.Late}
		case 5:
			b = fakes.Behaviour{Delay: 250*time.Millisecond + some(650)}
		case 6:
			panics = true
		}
		const outage = 5 * time.Second // every other one, of one service: breakers are to open and close again
		if name == fakes.Recommend && time.Since(start)/outage%2 == 1 {
			b, panics = fakes.Behaviour{Delay: some(50), Status: http.StatusInternalServerError}, false
		}
		s.services[name].Set(b)
		s.panics[name].Store(panics)
		select {
		case <-time.After(some(120)):
		case <-ctx.Done():
		}
	}
}

// calm lets all services be well.
func (s *soak) calm() {
	for _, name := range fakes.Names() {
		s.services[name].Set(fakes.Behaviour{})
		s.panics[name].Store(false)
	}
}

func (s *soak) reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls, s.pages = map[string]map[string]int{}, map[string]page{}
	s.began, s.ends, s.changes = map[string]int64{}, map[string]int{}, 0
	for _, n := range s.sent {
		n.Store(0)
	}
}

// resources are what a process can leak.
type resources struct{ goroutines, files int }

func (r resources) String() string {
	return fmt.Sprintf("%d goroutines, %d files", r.goroutines, r.files)
}

// settled closes what waits for the next request, and counts what is there when that has stopped changing.
func (s *soak) settled() resources {
	var last resources
	for same := 0; same < 5; {
		s.client.CloseIdleConnections()
		s.server.client.CloseIdleConnections()
		time.Sleep(20 * time.Millisecond)
		now := resources{runtime.NumGoroutine(), 0}
		if fds, err := os.ReadDir("/proc/self/fd"); err == nil { // elsewhere than on Linux only goroutines are counted
			now.files = len(fds)
		}
		if now == last {
			same++
		} else {
			last, same = now, 0
		}
	}
	return last
}

// checkRecords compares the records with what the handler is known to call, page by page, and with what left the process.
func (s *soak) checkRecords(t *testing.T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, p := range s.pages {
		want := map[string]int{}
		for _, name := range fakes.Names() {
			want[name] = 1
		}
		if p.status == http.StatusOK && !slices.Contains(p.degraded, fakes.Notify) {
			want[fakes.Notify] = 2 // counted, and marked as seen
		}
		if got := s.calls[id]; !maps.Equal(got, want) {
			t.Errorf("%s (%d, without %v): records %v, want %v", id, p.status, p.degraded, got, want)
		}
	}
	if len(s.calls) != len(s.pages) {
		t.Errorf("records of %d pages, and there were %d", len(s.calls), len(s.pages))
	}
	abandoned := int64(s.ends[record.Abandoned.String()]) // their attempt may begin after the record
	for name, sent := range s.sent {
		if name == fakes.Stock { // one call, a request for each product
			continue
		}
		if more := sent.Load() - s.began[name]; more < 0 || more > abandoned {
			t.Errorf("%s: %d requests were sent, the records have %d attempts", name, sent.Load(), s.began[name])
		}
	}
}

// times returns how long the handler took, in order.
func (s *soak) times() []time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []time.Duration
	for _, p := range s.pages {
		all = append(all, p.took)
	}
	slices.Sort(all)
	return all
}

func (s *soak) report(t *testing.T, took []time.Duration, base, end resources) {
	s.mu.Lock()
	defer s.mu.Unlock()
	answers, degraded, records := map[int]int{}, 0, 0
	for _, p := range s.pages {
		answers[p.status]++
		if len(p.degraded) > 0 {
			degraded++
		}
	}
	for _, n := range s.ends {
		records += n
	}
	at := func(share int) time.Duration { return took[len(took)*share/1000].Round(time.Millisecond) }
	t.Logf("%d pages in %v: %d whole, %d degraded, %d without a core service, %d left by their client", len(took), *soakFor,
		answers[200]-degraded, degraded, answers[503], answers[0])
	t.Logf("at the handler: median %v, p99 %v, p99.9 %v, slowest %v", at(500), at(990), at(999), took[len(took)-1].Round(time.Millisecond))
	t.Logf("%d records: %v; %d changes of breakers", records, s.ends, s.changes)
	t.Logf("left behind: %v; before: %v", end, base)
}
