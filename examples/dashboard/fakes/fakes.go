// Package fakes stands in for the five services of the dashboard, so that the example runs on its own and can be put
// into trouble. The services keep no state beyond fixed answers and the switch that says how they behave.
package fakes

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/budgetlint/budgetlint/runtime/httpbudget"
)

// The services of the dashboard.
const (
	User      = "user-service"
	Order     = "order-service"
	Stock     = "stock-service"
	Recommend = "recommend-service"
	Notify    = "notify-service"
)

// Names returns the names of all services, in the order in which a page is usually made of them.
func Names() []string { return []string{User, Order, Stock, Recommend, Notify} }

// Behaviour is how a service treats its requests. The zero value answers at once and well. A service hears when its client
// leaves, and then stops working.
type Behaviour struct {
	Delay  time.Duration // before the answer
	Status int           // of the answer; 0 is a good one
	Fault  Fault
}

// Fault is something worse than a status.
type Fault uint8

const (
	Hang  Fault = iota + 1 // never answer
	Reset                  // after Delay, drop the connection
	Late                   // send headers and a first byte at once, the rest after Delay
)

// Exchange is one request as the service saw it.
type Exchange struct {
	Service, Method, Path, TraceID string

	Left   time.Duration // how long the client said it would wait; 0 if it did not say
	Start  time.Time
	Took   time.Duration
	Status int  // of the answer; 0 if there was none
	Gone   bool // the client left before it had one
}

// Services are stand-ins for all five. Its methods may be called from any number of goroutines.
type Services map[string]*Service

// New returns the five services. seen, which may be nil, is told of each request when it is over.
func New(seen func(Exchange)) Services {
	all := Services{}
	for _, name := range Names() {
		all[name] = newService(name, seen)
	}
	return all
}

// Handler answers for all five services; their paths do not meet.
func (all Services) Handler() http.Handler {
	mux := http.NewServeMux()
	for name, s := range all {
		for pattern := range answers(name) {
			mux.Handle(pattern, s)
		}
	}
	return mux
}

// A Service is one of the five.
type Service struct {
	name      string
	mux       *http.ServeMux
	seen      func(Exchange)
	behaviour atomic.Pointer[Behaviour]
	running   atomic.Int64
}

func newService(name string, seen func(Exchange)) *Service {
	s := &Service{name: name, mux: http.NewServeMux(), seen: seen}
	s.Set(Behaviour{})
	for pattern, answer := range answers(name) {
		s.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) { s.serve(w, r, answer) })
	}
	return s
}

// Set changes how the requests that come from now on are treated.
func (s *Service) Set(b Behaviour) { s.behaviour.Store(&b) }

// Running is how many requests are under way.
func (s *Service) Running() int { return int(s.running.Load()) }

// ServeHTTP answers as the service would.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

func (s *Service) serve(w http.ResponseWriter, r *http.Request, answer func(*http.Request) any) {
	e := Exchange{Service: s.name, Method: r.Method, Path: r.URL.Path, Start: time.Now()}
	e.TraceID = httpbudget.TraceID(r.Header)
	e.Left, _ = httpbudget.TimeLeft(r.Header)
	s.running.Add(1)
	defer func() {
		e.Took = time.Since(e.Start)
		if s.seen != nil {
			s.seen(e)
		}
		s.running.Add(-1)
	}()
	io.Copy(io.Discard, io.LimitReader(r.Body, 1<<20)) // until it is read, nobody tells that the client left

	b := *s.behaviour.Load()
	v := answer(r)
	if b.Fault == Late {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, " ")
		http.NewResponseController(w).Flush()
	}
	if e.Gone = !wait(r, b); e.Gone {
		return
	}
	switch {
	case b.Fault == Reset:
		reset(w)
		return
	case b.Fault == Late:
		e.Status = http.StatusOK
		json.NewEncoder(w).Encode(v)
	case b.Status != 0:
		e.Status = b.Status
		http.Error(w, "no database", b.Status)
	case v == nil:
		e.Status = http.StatusNoContent
		w.WriteHeader(http.StatusNoContent)
	default:
		e.Status = http.StatusOK
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(v) // an error means that the client has gone: nobody left to tell
	}
	e.Gone = r.Context().Err() != nil
}

// wait takes the time that b says, and is false if the client leaves meanwhile.
func wait(r *http.Request, b Behaviour) bool {
	var over <-chan time.Time
	if b.Fault != Hang {
		timer := time.NewTimer(b.Delay)
		defer timer.Stop()
		over = timer.C
	}
	select {
	case <-over:
		return true
	case <-r.Context().Done():
		return false
	}
}

// reset closes the connection in such a way that the client's system says "connection reset by peer".
func reset(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		tcp.SetLinger(0)
	}
	conn.Close()
}

// answers are the good answers of a service, by pattern; nil is an answer without content.
func answers(name string) map[string]func(*http.Request) any {
	switch name {
	case User:
		return map[string]func(*http.Request) any{"GET /users/{id}": func(r *http.Request) any {
			return map[string]any{"id": r.PathValue("id"), "name": "Ada", "email": "ada@example.com"}
		}}
	case Order:
		return map[string]func(*http.Request) any{"GET /orders": func(*http.Request) any {
			return []map[string]any{
				{"id": "o-3", "sku": "lamp", "qty": 1, "status": "shipped"},
				{"id": "o-2", "sku": "desk", "qty": 1, "status": "delivered"},
				{"id": "o-1", "sku": "chair", "qty": 4, "status": "delivered"},
			}
		}}
	case Stock:
		return map[string]func(*http.Request) any{"GET /stock/{sku}": func(r *http.Request) any {
			sku := r.PathValue("sku")
			return map[string]any{"sku": sku, "available": 10 * len(sku)}
		}}
	case Recommend:
		return map[string]func(*http.Request) any{"GET /recommendations": func(*http.Request) any {
			return []map[string]any{{"sku": "shelf", "title": "Shelf", "score": 0.9}}
		}}
	case Notify:
		return map[string]func(*http.Request) any{
			"GET /notifications/count": func(*http.Request) any { return map[string]int{"unread": 2} },
			"POST /notifications/seen": func(*http.Request) any { return nil },
		}
	}
	return nil
}
