package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"
	"golang.org/x/tools/txtar"
)

// client is an editor in the same process. It frames messages with the library's codec, not with ours.
type client struct {
	t    testing.TB
	conn *jsonrpc2.Conn
	dir  string
	done chan error // what Serve returned
	pipe io.Writer  // to the server
	log  *logBuffer

	mu       sync.Mutex
	docs     map[string]*doc            // by name relative to dir
	told     map[string]json.RawMessage // last publishDiagnostics, by URI
	changed  chan struct{}              // closed and replaced when something arrives
	messages []string                   // window/showMessage
	asked    []string                   // requests of the server
	shown    []string                   // window/showDocument
	rounds   int                        // of analysis that ended
	checked  int                        // packages, in those
}

type doc struct {
	version int32
	text    string
}

// logBuffer is the server's log; it is printed when a test fails.
type logBuffer struct {
	mu      sync.Mutex
	b       strings.Builder
	onRound func(line string) // called when a round of analysis has ended
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if bytes.Contains(p, []byte("msg=round ")) {
		l.onRound(string(p))
		return len(p), nil // of no interest
	}
	return l.b.Write(p)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// everything is a client that can do all that the server asks about.
const everything = `{
	"general": {"positionEncodings": ["utf-16"]},
	"workspace": {"workspaceEdit": {"documentChanges": true}},
	"window": {"showDocument": {"support": true}},
	"textDocument": {
		"publishDiagnostics": {"relatedInformation": true},
		"hover": {"contentFormat": ["markdown", "plaintext"]}
	}
}`

// start writes a module into a temporary folder and a server for it.
func start(t testing.TB, archive, capabilities, options string) *client {
	t.Helper()
	return startWith(t, archive, capabilities, options, Options{Pause: 20 * time.Millisecond, Poll: 50 * time.Millisecond})
}

func startWith(t testing.TB, archive, capabilities, options string, opts Options) *client {
	t.Helper()
	return startAs(t, 0, archive, capabilities, options, opts)
}

// startAs says that the client is another process than this one.
func startAs(t testing.TB, pid int, archive, capabilities, options string, opts Options) *client {
	t.Helper()
	dir := t.TempDir()
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	c := &client{t: t, dir: dir, done: make(chan error, 1), log: new(logBuffer),
		docs: make(map[string]*doc), told: make(map[string]json.RawMessage), changed: make(chan struct{})}
	for _, f := range txtar.Parse([]byte(archive)).Files {
		c.write(f.Name, string(f.Data))
	}
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	c.pipe = fromClient
	ctx, cancel := context.WithCancel(context.Background())
	c.log.onRound = func(line string) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.rounds++
		if _, after, ok := strings.Cut(line, "checked="); ok {
			n, _, _ := strings.Cut(after, " ")
			checked, _ := strconv.Atoi(n) // 0 if the line changed: then the benchmark shows it
			c.checked += checked
		}
		c.signal()
	}
	opts.Log = slog.New(slog.NewTextHandler(c.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	go func() {
		c.done <- Serve(ctx, toServer, fromServer, opts)
		fromServer.Close()
		toServer.Close()
	}()
	c.conn = jsonrpc2.NewConn(ctx, jsonrpc2.NewBufferedStream(pipes{toClient, fromClient}, jsonrpc2.VSCodeObjectCodec{}), c, jsonrpc2.SetLogger(printf{opts.Log}))
	t.Cleanup(func() {
		c.conn.Close()
		cancel()
		if t.Failed() {
			t.Logf("log of the server:\n%s", c.log)
		}
	})
	if options == "" {
		options = "null"
	}
	process := "null"
	if pid != 0 {
		process = quote(pid)
	}
	c.call("initialize", `{"processId": `+process+`, "rootUri": null, "capabilities": `+capabilities+`, "initializationOptions": `+options+`}`, nil)
	c.notify("initialized", "{}")
	return c
}

type pipes struct {
	io.ReadCloser
	w io.WriteCloser
}

func (p pipes) Write(b []byte) (int, error) { return p.w.Write(b) }

func (p pipes) Close() error {
	p.w.Close()
	return p.ReadCloser.Close()
}

// Handle takes what the server sends unasked.
func (c *client) Handle(ctx context.Context, conn *jsonrpc2.Conn, req *jsonrpc2.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch req.Method {
	case "textDocument/publishDiagnostics":
		var p struct{ URI string }
		if err := json.Unmarshal(*req.Params, &p); err != nil {
			c.t.Error(err)
		}
		c.told[p.URI] = *req.Params
	case "window/showMessage":
		var p messageParams
		if err := json.Unmarshal(*req.Params, &p); err != nil {
			c.t.Error(err)
		}
		c.messages = append(c.messages, p.Message)
	case "window/showDocument":
		var p showDocumentParams
		if err := json.Unmarshal(*req.Params, &p); err != nil {
			c.t.Error(err)
		}
		c.shown = append(c.shown, p.URI)
	}
	if !req.Notif {
		c.asked = append(c.asked, req.Method)
		go conn.Reply(ctx, req.ID, nil) // the server waits for nothing else
	}
	c.signal()
}

func (c *client) signal() {
	close(c.changed)
	c.changed = make(chan struct{})
}

// patience is far more than any step takes.
const patience = time.Minute

// until waits for a condition on what the server has sent so far.
func (c *client) until(what string, ok func() bool) {
	c.t.Helper()
	deadline := time.After(patience)
	for {
		c.mu.Lock()
		changed := c.changed
		done := ok()
		c.mu.Unlock()
		if done {
			return
		}
		select {
		case <-changed:
		case <-deadline:
			c.t.Fatalf("waited in vain until %s; the last word was %s", what, c.told)
		}
	}
}

func (c *client) call(method, params string, result any) {
	c.t.Helper()
	if err := c.try(method, params, result); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
}

func (c *client) try(method, params string, result any) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return c.conn.Call(ctx, method, json.RawMessage(params), result)
}

func (c *client) notify(method, params string) {
	c.t.Helper()
	if err := c.conn.Notify(context.Background(), method, json.RawMessage(params)); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
}

func (c *client) path(name string) string { return filepath.Join(c.dir, filepath.FromSlash(name)) }

func (c *client) uri(name string) string { return fileURI(c.path(name)) }

func (c *client) write(name, text string) {
	c.t.Helper()
	if err := os.MkdirAll(filepath.Dir(c.path(name)), 0o755); err != nil {
		c.t.Fatal(err)
	}
	if err := os.WriteFile(c.path(name), []byte(text), 0o644); err != nil {
		c.t.Fatal(err)
	}
}

func quote(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// open opens a file as it is on disk.
func (c *client) open(name string) {
	c.t.Helper()
	text, err := os.ReadFile(c.path(name))
	if err != nil {
		c.t.Fatal(err)
	}
	c.openText(name, string(text))
}

func (c *client) openText(name, text string) {
	c.t.Helper()
	c.docs[name] = &doc{1, text}
	c.notify("textDocument/didOpen", `{"textDocument": {"uri": `+quote(c.uri(name))+`, "languageId": "go", "version": 1, "text": `+quote(text)+`}}`)
}

// edit replaces a piece of an open document by a ranged change.
func (c *client) edit(name, old, new string) {
	c.t.Helper()
	d := c.docs[name]
	i := strings.Index(d.text, old)
	if i < 0 {
		c.t.Fatalf("%s holds no %q:\n%s", name, old, d.text)
	}
	at := newMapper([]byte(d.text), utf16Units).span(i, i+len(old))
	d.version++
	d.text = d.text[:i] + new + d.text[i+len(old):]
	c.notify("textDocument/didChange", `{"textDocument": {"uri": `+quote(c.uri(name))+`, "version": `+quote(d.version)+`}, "contentChanges": [{"range": `+quote(at)+`, "text": `+quote(new)+`}]}`)
}

// replace replaces all of an open document.
func (c *client) replace(name, text string) {
	c.t.Helper()
	d := c.docs[name]
	d.version++
	d.text = text
	c.notify("textDocument/didChange", `{"textDocument": {"uri": `+quote(c.uri(name))+`, "version": `+quote(d.version)+`}, "contentChanges": [{"text": `+quote(text)+`}]}`)
}

// settle waits until a round of analysis ends that began after everything sent so far.
func (c *client) settle() {
	c.t.Helper()
	c.mu.Lock()
	n := c.rounds
	c.mu.Unlock()
	c.until("a round", func() bool { return c.rounds > n })
}

func (c *client) save(name string) {
	c.t.Helper()
	c.write(name, c.docs[name].text)
	c.notify("textDocument/didSave", `{"textDocument": {"uri": `+quote(c.uri(name))+`}}`)
}

func (c *client) close(name string) {
	c.t.Helper()
	delete(c.docs, name)
	c.notify("textDocument/didClose", `{"textDocument": {"uri": `+quote(c.uri(name))+`}}`)
}

// diagnostics waits until the server has spoken about the present version of a document, and returns that.
func (c *client) diagnostics(name string) []diagnostic {
	c.t.Helper()
	var p publishParams
	c.until("diagnostics of "+name, func() bool {
		p = publishParams{}
		raw := c.told[c.uri(name)]
		if raw == nil {
			return false
		}
		if err := json.Unmarshal(raw, &p); err != nil {
			c.t.Error(err)
		}
		d := c.docs[name]
		return d == nil || p.Version != nil && *p.Version == d.version
	})
	return p.Diagnostics
}

// wants waits until the diagnostics of a file are these, each as "line code", lines from 1.
func (c *client) wants(name string, want ...string) []diagnostic {
	c.t.Helper()
	var got publishParams
	c.until(name+" shows "+strings.Join(want, ", "), func() bool {
		got = publishParams{}
		raw := c.told[c.uri(name)]
		if raw == nil {
			return false
		}
		if err := json.Unmarshal(raw, &got); err != nil {
			c.t.Error(err)
		}
		if d := c.docs[name]; d != nil && (got.Version == nil || *got.Version != d.version) {
			return false
		}
		return slices.Equal(short(got.Diagnostics), want)
	})
	return got.Diagnostics
}

func short(list []diagnostic) []string {
	var s []string
	for _, d := range list {
		s = append(s, strings.TrimSpace(quote(d.Range.Start.Line+1)+" "+d.Code))
	}
	return s
}

// actions asks for code actions where a document holds a text.
func (c *client) actions(name, at, only string) []codeAction {
	c.t.Helper()
	text := c.docs[name].text
	i := strings.Index(text, at)
	if i < 0 {
		c.t.Fatalf("%s holds no %q", name, at)
	}
	where := newMapper([]byte(text), utf16Units).span(i, i)
	var list []codeAction
	c.call("textDocument/codeAction", `{"textDocument": {"uri": `+quote(c.uri(name))+`}, "range": `+quote(where)+`, "context": {"diagnostics": []`+only+`}}`, &list)
	return list
}

// apply makes the edit of an action, as an editor does, and tells the server.
func (c *client) apply(a codeAction) {
	c.t.Helper()
	if a.Edit == nil {
		c.t.Fatalf("%s has no edit", a.Title)
	}
	for _, de := range a.Edit.DocumentChanges {
		for name, d := range c.docs {
			if c.uri(name) != de.TextDocument.URI {
				continue
			}
			if de.TextDocument.Version == nil || *de.TextDocument.Version != d.version {
				c.t.Errorf("%s: edit of version %v, not %d", a.Title, de.TextDocument.Version, d.version)
			}
			m := newMapper([]byte(d.text), utf16Units)
			for _, e := range slices.Backward(de.Edits) {
				d.text = d.text[:m.offset(e.Range.Start)] + *e.NewText + d.text[m.offset(e.Range.End):]
			}
			d.version++
			c.notify("textDocument/didChange", `{"textDocument": {"uri": `+quote(c.uri(name))+`, "version": `+quote(d.version)+`}, "contentChanges": [{"text": `+quote(d.text)+`}]}`)
		}
	}
}
