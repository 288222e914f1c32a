package downstream_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/budgetlint/budgetlint/runtime/contract"
	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/record"
)

// What needs sockets, and so the real clock.

func TestHTTPConnectionsAreUsedAgain(t *testing.T) {
	var conns, n atomic.Int32
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if n.Add(1) < 3 {
			http.Error(w, strings.Repeat("busy ", 1000), http.StatusServiceUnavailable)
			return
		}
		fmt.Fprint(w, r.Header.Get("Grpc-Timeout") != "")
	}))
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			conns.Add(1)
		}
	}
	s.Start()
	defer s.Close()
	var l log
	d := downstream.New("stock", downstream.Config{Timeout: time.Minute, Observer: &l, Retry: &contract.Retry{Attempts: 3, Base: 1, Cap: 1}})
	client := &http.Client{Transport: d.RoundTripper(s.Client().Transport)}
	resp, err := client.Get(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if got, err := io.ReadAll(resp.Body); string(got) != "true" || err != nil {
		t.Errorf("%q %v", got, err)
	}
	if r := l.one(t); r.Attempts != 3 || conns.Load() != 1 {
		t.Errorf("%d connections, record %+v", conns.Load(), r)
	}
}

func TestHTTPIdleConnectionsAreClosed(t *testing.T) {
	states := make(chan http.ConnState, 9)
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) { states <- state }
	s.Start()
	defer s.Close()
	client := &http.Client{Transport: downstream.New("stock", downstream.Config{Timeout: time.Minute}).RoundTripper(s.Client().Transport)}
	resp, err := client.Get(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	for state := http.StateNew; state != http.StateClosed; {
		select {
		case state = <-states:
		case <-time.After(time.Millisecond): // the client may not have it back yet
			client.CloseIdleConnections()
		}
	}
}

func TestHTTPServerSeesTheClientLeave(t *testing.T) {
	arrived, left := make(chan bool), make(chan bool)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(200)
		http.NewResponseController(w).Flush()
		arrived <- true
		<-r.Context().Done()
		left <- true
	}))
	defer s.Close()
	var l log
	d := downstream.New("stock", downstream.Config{Timeout: time.Minute, Observer: &l, Breaker: &window})
	ctx, cancel := context.WithCancel(t.Context())
	req, _ := http.NewRequestWithContext(ctx, "GET", s.URL, nil)
	resp, err := (&http.Client{Transport: d.RoundTripper(s.Client().Transport)}).Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	<-arrived
	cancel()
	<-left
	if _, err := io.ReadAll(resp.Body); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	for len(l.all()) == 0 {
		time.Sleep(ms)
	}
	if r := l.one(t); r.Status != record.Canceled || counts(d) != [2]int{} {
		t.Errorf("record %+v", r)
	}
}
