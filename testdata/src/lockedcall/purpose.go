package lockedcall

import (
	"context"
	"net/http"
	"strings"
	"sync"
)

type peer struct {
	url string
	hc  *http.Client
}

func (p *peer) tell(ctx context.Context, event string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.url, strings.NewReader(event))
	if err != nil {
		return err
	}
	resp, err := p.hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// hub tells its peers what happens.
type hub struct {
	sync.RWMutex
	peers map[string]*peer
}

func (h *hub) join(url string) {
	h.Lock()
	defer h.Unlock()
	h.peers[url] = &peer{url: url}
}

// A read lock puts no writes in a row.
func (h *hub) broadcast(ctx context.Context, event string) (err error) {
	h.RLock()
	for _, p := range h.peers {
		if e := p.tell(ctx, event); e != nil { // want `h is locked \(for reading\).* during \(\*lockedcall.peer\).tell`
			err = e
		}
	}
	h.RUnlock()
	return err
}

// It is told without the lock.
func (h *hub) later(ctx context.Context, event string) (err error) {
	h.RLock()
	all := make([]*peer, 0, len(h.peers))
	for _, p := range h.peers {
		all = append(all, p)
	}
	h.RUnlock()
	for _, p := range all {
		if e := p.tell(ctx, event); e != nil {
			err = e
		}
	}
	return err
}

// One write under a read lock, which may keep the other side open until it is done.
func (h *hub) one(ctx context.Context, url, event string) error {
	h.RLock()
	defer h.RUnlock()
	return h.peers[url].tell(ctx, event)
}

// A lock that lets one write at a time.
func (h *hub) inOrder(ctx context.Context, event string) (err error) {
	h.Lock()
	defer h.Unlock()
	for _, p := range h.peers {
		if e := p.tell(ctx, event); e != nil {
			err = e
		}
	}
	return err
}

// lazyAPI makes its client when it is first asked for one.
type lazyAPI struct {
	mu sync.Mutex
	hc *http.Client
}

func (a *lazyAPI) inner() *http.Client {
	if a.hc == nil {
		a.hc = &http.Client{}
	}
	return a.hc
}

// The lock is there for the client, and all requests queue.
func (a *lazyAPI) Do(req *http.Request) (*http.Response, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.inner().Do(req) // want `a.mu is locked .* during \(\*http.Client\).Do`
}

type okLazyAPI struct {
	mu sync.Mutex
	hc *http.Client
}

func (a *okLazyAPI) inner() *http.Client {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.hc == nil {
		a.hc = &http.Client{}
	}
	return a.hc
}

func (a *okLazyAPI) Do(req *http.Request) (*http.Response, error) { return a.inner().Do(req) }

// oneByOne has a lock that is there for nothing but the requests.
type oneByOne struct {
	mu sync.Mutex
	hc *http.Client
}

func (o *oneByOne) inner() *http.Client { return o.hc }

func (o *oneByOne) Do(req *http.Request) (*http.Response, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.inner().Do(req)
}
