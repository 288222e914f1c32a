package lsp

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"
)

// shop has a finding with a safe fix in stock, line 12; one in api, line 11, appears when that is fixed.
const shop = `
-- go.mod --
module example.com/shop

go 1.26
-- api/api.go --
package api

import (
	"context"
	"database/sql"

	"example.com/shop/stock"
)

func Page(ctx context.Context, db *sql.DB) error {
	return stock.Ready(context.Background(), db)
}
-- stock/stock.go --
package stock

import (
	"context"
	"database/sql"
	"time"
)

func Ready(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return db.PingContext(context.Background())
}
`

const stockGo = "stock/stock.go"

func TestDiagnostics(t *testing.T) {
	c := start(t, shop, everything, "")
	c.open(stockGo)
	d := c.wants(stockGo, "12 detachedctx")[0]
	if d.Severity != 2 || d.Source != "budgetlint" || d.CodeDescription == nil ||
		d.CodeDescription.Href != "https://github.com/budgetlint/budgetlint/blob/main/docs/rules/detachedctx.md" ||
		!strings.HasPrefix(d.Message, "context.Background() reaches (*sql.DB).PingContext") ||
		d.Range != (span{position{11, 23}, position{11, 43}}) {
		t.Errorf("diagnostic %s", quote(d))
	}
	c.edit(stockGo, "return db", "\n\treturn db")
	c.wants(stockGo, "13 detachedctx")
	c.edit(stockGo, "context.Background()", "ctx")
	c.wants(stockGo)
	c.close(stockGo) // unsaved: what is on disk is not shown, since nobody edits it
	c.wants(stockGo)
}

// TestDependents edits a package in a buffer and looks at the diagnostics of another one that calls it.
func TestDependents(t *testing.T) {
	c := start(t, shop, everything, "")
	c.open("api/api.go")
	c.open(stockGo)
	c.wants("api/api.go") // stock drops what it is given
	c.edit(stockGo, "context.Background()", "ctx")
	c.wants(stockGo)
	c.wants("api/api.go", "11 detachedctx")
	c.edit(stockGo, "return db.PingContext(ctx)", "_ = ctx\n\treturn nil")
	c.wants(stockGo)
	c.wants("api/api.go") // nothing is called that goes out
}

func TestQuickFix(t *testing.T) {
	c := start(t, shop, everything, "")
	c.open(stockGo)
	c.wants(stockGo, "12 detachedctx")
	list := c.actions(stockGo, "Background", "")
	if len(list) != 2 || !list[0].IsPreferred || list[0].Title != "pass ctx" || list[0].Kind != "quickfix" || len(list[0].Diagnostics) != 1 {
		t.Fatalf("offered %s", quote(list))
	}
	if e := list[0].Edit.DocumentChanges[0].Edits; len(e) != 1 || e[0].Range != (span{position{11, 0}, position{12, 0}}) || *e[0].NewText != "\treturn db.PingContext(ctx)\n" {
		t.Errorf("edits %s", quote(e))
	}
	c.apply(list[0])
	c.wants(stockGo)
	if list := c.actions(stockGo, "PingContext", ""); len(list) > 0 {
		t.Errorf("after the fix there is still %s", quote(list))
	}
}

// TestAlternatives wants every fix of a finding, and none but a safe one preferred.
func TestAlternatives(t *testing.T) {
	c := start(t, `
-- go.mod --
module example.com/shop

go 1.26
-- a.go --
package shop

import (
	"context"
	"net/http"
	"time"
)

// 400 of what?
func Load(ctx context.Context, client *http.Client, req *http.Request) error {
	ctx, cancel := context.WithTimeout(ctx, 400)
	defer cancel()
	resp, err := client.Do(req.WithContext(ctx))
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func Call(ctx context.Context, url string) {
	for {
		if _, err := http.Get(url); err == nil {
			return
		}
		time.Sleep(time.Second)
	}
}
`, everything, "")
	c.open("a.go")
	c.diagnostics("a.go")
	var titles []string
	for _, a := range append(c.actions("a.go", "400)", ""), c.actions("a.go", "for {", "")...) {
		if a.IsPreferred {
			t.Errorf("%s is preferred", a.Title)
		}
		if (a.Edit == nil) == (a.Command == nil) {
			t.Errorf("%s has an edit and a command, or neither", a.Title)
		}
		titles = append(titles, a.Title)
	}
	want := []string{
		"say the unit: milliseconds (look at it first)",
		"say the unit: seconds (look at it first)",
		"ignore timeoutunit here: write the reason in place of <why>",
		"see how to repair it: the page of blindretry",
		"ignore blindretry/nocap here: write the reason in place of <why>",
	}
	if !slices.Equal(titles, want) {
		t.Errorf("offered %q, want %q", titles, want)
	}
}

func TestFixAll(t *testing.T) {
	c := start(t, shop, everything, "")
	c.open(stockGo)
	c.edit(stockGo, "func Ready", `func Again(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return db.PingContext(context.TODO())
}

func Ready`)
	c.wants(stockGo, "12 detachedctx", "18 detachedctx")
	for only, want := range map[string]int{"source.fixAll": 1, "source": 1, "source.fixAll.budgetlint": 1, "source.fixAll.other": 0, "source.fix": 0, "refactor": 0} {
		if list := c.actions(stockGo, "package", `, "only": [`+quote(only)+`]`); len(list) != want {
			t.Errorf("%s: %s", only, quote(list))
		}
	}
	c.apply(c.actions(stockGo, "package", `, "only": "source.fixAll"`)[0]) // a single kind, as Neovim 0.7 sends it
	c.wants(stockGo)
	if strings.Contains(c.docs[stockGo].text, "TODO") || strings.Contains(c.docs[stockGo].text, "Background") {
		t.Errorf("not all was fixed:\n%s", c.docs[stockGo].text)
	}
	if list := c.actions(stockGo, "package", `, "only": ["source.fixAll"]`); len(list) != 0 {
		t.Errorf("nothing is left to fix, yet %s", quote(list))
	}
}

// TestIgnore writes an ignore with the placeholder, which silences nothing, and then a reason, which does.
func TestIgnore(t *testing.T) {
	c := start(t, shop, everything, "")
	c.open(stockGo)
	c.wants(stockGo, "12 detachedctx")
	c.apply(c.actions(stockGo, "Background", "")[1])
	if !strings.Contains(c.docs[stockGo].text, "\n\t//budgetlint:ignore detachedctx <why>\n\treturn db") {
		t.Fatalf("the directive is not in its place:\n%s", c.docs[stockGo].text)
	}
	d := c.wants(stockGo, "12 directive", "13 detachedctx")
	if d[0].Message != "write why the finding of detachedctx is accepted in place of <why>" {
		t.Errorf("said: %s", d[0].Message)
	}
	c.edit(stockGo, "<why>", "a health check outlives its caller")
	c.wants(stockGo)
}

func TestIgnoreSnippet(t *testing.T) {
	can := strings.Replace(everything, `"documentChanges": true`, `"documentChanges": true, "snippetEditSupport": true`, 1)
	c := start(t, strings.ReplaceAll(shop, "\n", "\r\n"), can, "")
	c.open(stockGo)
	c.diagnostics(stockGo)
	list := c.actions(stockGo, "Background", "")
	e := list[len(list)-1].Edit.DocumentChanges[0].Edits[0]
	if e.Snippet == nil || e.NewText != nil || e.Snippet.Kind != "snippet" || e.Snippet.Value != "\t//budgetlint:ignore detachedctx ${0:<why>}\r\n" {
		t.Errorf("edit %s", quote(e))
	}
}

func TestOpenPage(t *testing.T) {
	c := start(t, shop, everything, "")
	const page = "https://github.com/budgetlint/budgetlint/blob/main/docs/rules/seqloop.md"
	c.call("workspace/executeCommand", `{"command": "budgetlint.openPage", "arguments": [`+quote(page)+`]}`, nil)
	if !slices.Equal(c.shown, []string{page}) {
		t.Errorf("shown: %q", c.shown)
	}
	for _, bad := range []string{`{"command": "budgetlint.openPage", "arguments": ["https://example.com"]}`, `{"command": "rm"}`, `{"arguments": 1}`} {
		if err := c.try("workspace/executeCommand", bad, nil); err == nil {
			t.Errorf("%s passes", bad)
		}
	}
}

func TestLifecycle(t *testing.T) {
	c := start(t, shop, everything, "")
	var e *jsonrpc2.Error
	if err := c.try("initialize", `{"capabilities": {}}`, nil); !errors.As(err, &e) || e.Code != jsonrpc2.CodeInvalidRequest {
		t.Errorf("a second initialize: %v", err)
	}
	if err := c.try("textDocument/rename", `{}`, nil); !errors.As(err, &e) || e.Code != jsonrpc2.CodeMethodNotFound {
		t.Errorf("an unknown request: %v", err)
	}
	if err := c.try("textDocument/hover", `{"position": "here"}`, nil); !errors.As(err, &e) || e.Code != jsonrpc2.CodeInvalidParams {
		t.Errorf("bad parameters: %v", err)
	}
	c.notify("$/unknown", `{}`)
	c.notify("textDocument/didOpen", `[1]`)
	c.notify("textDocument/didChange", `{"textDocument": {"uri": "file:///nowhere.go", "version": 2}, "contentChanges": []}`)
	c.notify("textDocument/didOpen", `{"textDocument": {"uri": "untitled:Untitled-1", "version": 1, "text": ""}}`)
	c.call("shutdown", "null", nil)
	if err := c.try("textDocument/hover", `{}`, nil); !errors.As(err, &e) || e.Code != jsonrpc2.CodeInvalidRequest {
		t.Errorf("a request after shutdown: %v", err)
	}
	c.notify("exit", "null")
	if err := <-c.done; err != nil {
		t.Errorf("an orderly end: %v", err)
	}
}

func TestExitWithoutShutdown(t *testing.T) {
	c := start(t, shop, everything, "")
	c.notify("exit", "null")
	if err := <-c.done; !errors.Is(err, ErrNoShutdown) {
		t.Errorf("ended with %v", err)
	}
}

func TestClientGone(t *testing.T) {
	c := start(t, shop, everything, "")
	c.open(stockGo)
	c.conn.Close()
	if err := <-c.done; !errors.Is(err, ErrNoShutdown) {
		t.Errorf("ended with %v", err)
	}
}

func TestParentGone(t *testing.T) {
	parent := exec.Command("sleep", "600")
	if err := parent.Start(); err != nil {
		t.Skip("there is no sleep command to stand for an editor: ", err)
	}
	c := startAs(t, parent.Process.Pid, shop, everything, "", Options{Pause: time.Millisecond, Poll: 10 * time.Millisecond})
	c.open(stockGo)
	c.wants(stockGo, "12 detachedctx")
	select {
	case err := <-c.done:
		t.Fatalf("ended before the parent: %v", err)
	default:
	}
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	parent.Wait() // its error is that it was killed
	select {
	case err := <-c.done:
		if !errors.Is(err, ErrNoShutdown) {
			t.Errorf("ended with %v", err)
		}
	case <-time.After(patience):
		t.Error("goes on without a parent")
	}
}

// TestCancel cancels a request while the go command still loads the package that it is about.
func TestCancel(t *testing.T) {
	c := start(t, shop, everything, "")
	text, err := os.ReadFile(c.path(stockGo))
	if err != nil {
		t.Fatal(err)
	}
	c.openText(stockGo, string(text))
	w, err := c.conn.DispatchCall(t.Context(), "textDocument/hover",
		json.RawMessage(`{"textDocument": {"uri": `+quote(c.uri(stockGo))+`}, "position": {"line": 11, "character": 12}}`), jsonrpc2.PickID(jsonrpc2.ID{Num: 4711}))
	if err != nil {
		t.Fatal(err)
	}
	c.notify("$/cancelRequest", `{"id": 1234}`)
	c.notify("$/cancelRequest", `{"id": {}}`)
	c.notify("$/cancelRequest", `{"id": 4711}`)
	var e *jsonrpc2.Error
	if err := w.Wait(t.Context(), nil); !errors.As(err, &e) || e.Code != codeRequestCancelled {
		t.Errorf("a cancelled request: %v", err)
	}
	c.wants(stockGo, "12 detachedctx")
}

func TestPull(t *testing.T) {
	c := start(t, shop, everything, `{"pull": true}`)
	c.open(stockGo)
	var report struct {
		Kind  string
		Items []diagnostic
	}
	ask := func(want ...string) {
		t.Helper()
		c.call("textDocument/diagnostic", `{"textDocument": {"uri": `+quote(c.uri(stockGo))+`}}`, &report)
		if got := short(report.Items); report.Kind != "full" || !slices.Equal(got, want) {
			t.Errorf("pulled %s %q, want %q", report.Kind, got, want)
		}
	}
	ask("12 detachedctx")
	c.edit(stockGo, "context.Background()", "ctx")
	ask()
	c.until("a refresh", func() bool { return slices.Contains(c.asked, "workspace/diagnostic/refresh") })
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.told[c.uri(stockGo)] != nil {
		t.Error("diagnostics were sent to a client that asks for them")
	}
}
