package lsp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"
)

// raw sends bytes as they are.
func (c *client) raw(s string) {
	c.t.Helper()
	if _, err := io.WriteString(c.pipe, s); err != nil {
		c.t.Fatal(err)
	}
}

// TestMalformed sends what is no message between messages, and wants the server to go on.
func TestMalformed(t *testing.T) {
	frame := func(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }
	c := start(t, shop, everything, "")
	c.open(stockGo)
	c.wants(stockGo, "12 detachedctx")
	for name, bad := range map[string]string{
		"no JSON":               frame("{"),
		"empty":                 frame(""),
		"neither":               frame(`{"jsonrpc": "2.0"}`),
		"both":                  frame(`{"jsonrpc": "2.0", "id": 1, "method": "x", "result": 1}`),
		"a number":              frame("1"),
		"an empty batch":        frame("[]"),
		"a batch":               frame(`[{"jsonrpc": "2.0", "method": "exit"}]`),
		"an id of another type": frame(`{"jsonrpc": "2.0", "id": {}, "method": "shutdown"}`),
		"a method of no type":   frame(`{"jsonrpc": "2.0", "method": 1}`),
		"an answer to nothing":  frame(`{"jsonrpc": "2.0", "id": 99, "result": null}`),
		"no parameters":         frame(`{"jsonrpc": "2.0", "method": "textDocument/didChange"}`),
		"null parameters":       frame(`{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": null}`),
		"not UTF-8":             frame("{\"jsonrpc\": \"2.0\", \"method\": \"\xff\xfe\"}"),
		"no length":             "Content-Type: x\r\n\r\n{}",
		"a misspelt length":     "Content-Lenght: 2\r\n\r\n{}",
		"a length of no number": "Content-Length: two\r\n\r\n{}",
		"a negative length":     "Content-Length: -2\r\n\r\n{}",
		"a long line":           strings.Repeat("x", 1<<18) + "\r\n",
		"line feeds only":       strings.ReplaceAll(frame("{}"), "\r\n", "\n"),
		"another case":          strings.ToLower(frame("{}")),
		"deep":                  frame(strings.Repeat("[", 100_000)),
		"a range from the void": frame(`{"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {"textDocument": {"uri": "x"}, "contentChanges": [{"range": {"start": {"line": -1}}}]}}`),
	} {
		c.raw(bad)
		if err := c.try("textDocument/hover", `{"textDocument": {"uri": `+quote(c.uri(stockGo))+`}, "position": {"line": 0, "character": 0}}`, nil); err != nil {
			t.Errorf("after %s: %v", name, err)
		}
	}
	c.edit(stockGo, "return db", "\n\treturn db")
	c.wants(stockGo, "13 detachedctx")
	c.raw("Content-Length: 999999999999\r\n\r\n") // nobody means that; there is no way to find the next message
	select {
	case <-c.done:
	case <-time.After(patience):
		t.Error("waits for a message of a terabyte")
	}
}

type closer struct{ io.Reader }

func (closer) Close() error { return nil }

// FuzzStream wants an end, without a panic, of whatever comes in.
func FuzzStream(f *testing.F) {
	f.Add([]byte("Content-Length: 2\r\n\r\n{}"))
	f.Add([]byte("Content-Length: 40\r\n\r\n{\"jsonrpc\": \"2.0\", \"method\": \"exit\"}  \r\nx"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s := newStream(closer{bytes.NewReader(data)}, io.Discard, slog.New(slog.DiscardHandler))
		for range len(data) + 1 {
			var v json.RawMessage
			if err := s.ReadObject(&v); err != nil {
				return
			}
		}
		t.Error("more messages than bytes")
	})
}
