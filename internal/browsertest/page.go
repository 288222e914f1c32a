package browsertest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// A View is how somebody looks at a page.
type View struct {
	Width int  // in CSS pixels
	Dark  bool // the person prefers dark pages
	Print bool // on paper
}

// A Page is one page in one View. Its methods end the test if the browser fails.
type Page struct {
	b       *Browser
	session string
	file    string
	loaded  chan struct{}

	mu       sync.Mutex
	requests []string
	errors   []string
}

// Open shows html as a file of its own, as tall as it is, so that all of it is in sight.
func (b *Browser) Open(t testing.TB, html []byte, v View) *Page {
	t.Helper()
	p := &Page{b: b, file: filepath.Join(t.TempDir(), "page.html"), loaded: make(chan struct{}, 1)}
	if err := os.WriteFile(p.file, html, 0o600); err != nil {
		t.Fatal(err)
	}
	var target struct{ TargetID, SessionID string }
	p.must(t, "Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	p.must(t, "Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &target)
	p.session = target.SessionID
	b.mu.Lock()
	b.pages[p.session] = p
	b.mu.Unlock()
	t.Cleanup(func() {
		b.call("", "Target.closeTarget", map[string]any{"targetId": target.TargetID}, nil) // an error: the browser has gone
	})

	theme, media := "light", ""
	if v.Dark {
		theme = "dark"
	}
	if v.Print {
		media = "print"
	}
	p.must(t, "Page.enable", nil, nil)
	p.must(t, "Runtime.enable", nil, nil)
	p.must(t, "Network.enable", nil, nil)
	p.must(t, "Emulation.setEmulatedMedia", map[string]any{
		"media": media, "features": []map[string]string{{"name": "prefers-color-scheme", "value": theme}},
	}, nil)
	p.size(t, v.Width, 800)
	p.must(t, "Page.navigate", map[string]any{"url": "file://" + p.file}, nil)
	select {
	case <-p.loaded:
	case <-time.After(patience):
		t.Fatal("the page did not load")
	}
	var height int
	p.Eval(t, "document.documentElement.scrollHeight", &height)
	p.size(t, v.Width, max(height, 1))
	return p
}

func (p *Page) size(t testing.TB, width, height int) {
	t.Helper()
	p.must(t, "Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}, nil)
}

func (p *Page) must(t testing.TB, method string, params, result any) {
	t.Helper()
	if err := p.b.call(p.session, method, params, result); err != nil {
		t.Fatal(err)
	}
}

// event notes what the browser tells without being asked.
func (p *Page) event(m message) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch m.Method {
	case "Page.loadEventFired":
		select {
		case p.loaded <- struct{}{}:
		default:
		}
	case "Network.requestWillBeSent":
		var e struct{ Request struct{ URL string } }
		if json.Unmarshal(m.Params, &e) == nil {
			p.requests = append(p.requests, e.Request.URL)
		}
	case "Runtime.exceptionThrown":
		p.errors = append(p.errors, string(m.Params))
	}
}

// Requests returns what the page has asked for besides itself: nothing, if it is self-contained.
func (p *Page) Requests() (all []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, url := range p.requests {
		if !strings.HasSuffix(url, filepath.ToSlash(p.file)) {
			all = append(all, url)
		}
	}
	return all
}

// Errors returns the errors of the page's own scripts that nothing caught.
func (p *Page) Errors() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.errors...)
}

// Eval runs a JavaScript expression in the page, waits for it if it is a promise, and puts its value, which must be one for
// JSON, into into.
func (p *Page) Eval(t testing.TB, expression string, into any) {
	t.Helper()
	var r struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails *struct {
			Text      string
			Exception struct{ Description string }
		}
	}
	p.must(t, "Runtime.evaluate", map[string]any{"expression": expression, "awaitPromise": true, "returnByValue": true}, &r)
	if e := r.ExceptionDetails; e != nil {
		t.Fatalf("in the page: %s %s", e.Text, e.Exception.Description)
	}
	if into == nil {
		return
	}
	if err := json.Unmarshal(r.Result.Value, into); err != nil {
		t.Fatalf("value of the expression: %v: %s", err, r.Result.Value)
	}
}

// Text returns the text of the page as a person sees it, without what is hidden.
func (p *Page) Text(t testing.TB) string {
	t.Helper()
	var text string
	p.Eval(t, "document.body.innerText", &text)
	return text
}

// Screenshot returns the whole page as a PNG.
func (p *Page) Screenshot(t testing.TB) []byte {
	t.Helper()
	var r struct{ Data []byte }
	p.must(t, "Page.captureScreenshot", map[string]any{"format": "png", "captureBeyondViewport": true}, &r)
	return r.Data
}
