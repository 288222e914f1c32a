package lsp

import (
	"os"
	"strings"
	"testing"
)

func (c *client) hover(name, at string) string {
	c.t.Helper()
	d := c.docs[name]
	i := strings.Index(d.text, at)
	if i < 0 {
		c.t.Fatalf("%s holds no %q", name, at)
	}
	p := newMapper([]byte(d.text), utf16Units).position(i)
	var h *hover
	c.call("textDocument/hover", `{"textDocument": {"uri": `+quote(c.uri(name))+`}, "position": `+quote(p)+`}`, &h)
	if h == nil {
		return ""
	}
	return h.Contents.Value
}

const withContract = `
-- go.mod --
module example.com/shop

go 1.26
-- .budgetlint.yml --
contract: budget.json
downstreams:
  - { match: "example.com/shop.(*Client).Stock", name: stock-service, effect: read }
-- budget.json --
{
  "aggregator": {
    "totalBudgetMs": 2000,
    "safetyMarginMs": 300,
    "downstreams": {
      "stock-service": { "timeoutMs": 400, "degradable": true, "maxConcurrent": 16, "retry": { "attempts": 2 } }
    }
  }
}
-- client.go --
package shop

import (
	"context"
	"net/http"
)

type Client struct{ HTTP *http.Client }

func (c *Client) Stock(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://stock", nil)
	if err != nil {
		return err
	}
	resp, err := c.HTTP.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func Page(ctx context.Context, c *Client) error {
	return c.Stock(ctx)
}
`

func TestHover(t *testing.T) {
	c := start(t, withContract, everything, "")
	c.open("client.go")
	got := c.hover("client.go", "Stock(ctx)\n}")
	for _, want := range []string{
		"**downstream call** `(*shop.Client).Stock`",
		"- reaches (\\*http.Client).Do",
		"- context: parameter ctx, callers decide",
		"- contract (budget.json): stock-service, timeout 400ms of 2s, degradable, up to 2 attempts, at most 16 at once",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the hover lacks %q:\n%s", want, got)
		}
	}
	for _, at := range []string{"Close()", "NewRequest", "package", "return c.Stock", "*Client) error {\n\treturn"} {
		if got := c.hover("client.go", at); got != "" {
			t.Errorf("a hover on %q, which does not go out:\n%s", at, got)
		}
	}
	plain := start(t, withContract, `{}`, "")
	plain.open("client.go")
	if got := plain.hover("client.go", "Do(req)"); !strings.HasPrefix(got, "(*http.Client).Do\n  reaches ") {
		t.Errorf("plain text:\n%s", got)
	}
}

// TestConfiguration changes .budgetlint.yml on disk, breaks it, repairs it, and does the same in a buffer.
func TestConfiguration(t *testing.T) {
	c := start(t, shop, everything, "")
	const yml = ".budgetlint.yml"
	c.open(stockGo)
	c.wants(stockGo, "12 detachedctx")

	c.write(yml, "rules:\n  detachedctx: { severity: error }\n")
	c.until("an error", func() bool {
		return strings.Contains(string(c.told[c.uri(stockGo)]), `"severity":1`)
	})
	c.write(yml, "rules:\n  detachedctx: { enabled: maybe }\n")
	d := c.wants(yml, "2")
	if d[0].Severity != 1 || d[0].Range.Start != (position{1, 26}) || !strings.Contains(d[0].Message, "must be true or false") {
		t.Errorf("the fault shows as %s", quote(d))
	}
	c.wants(stockGo, "12 detachedctx") // as the last sound configuration says
	c.write(yml, "rules:\n  detachedctx: { enabled: false }\n")
	c.wants(yml)
	c.wants(stockGo, "12 nodeadline") // whose turn it is now

	c.openText(yml, "rules: {}\n") // not saved
	c.wants(stockGo, "12 detachedctx")
	c.edit(yml, "rules", "rulez")
	if d := c.wants(yml, "1"); !strings.Contains(d[0].Message, `unknown key "rulez"`) {
		t.Errorf("the fault shows as %s", quote(d))
	}
	c.close(yml)
	c.wants(yml)
	c.wants(stockGo, "12 nodeadline")
	if err := os.Remove(c.path(yml)); err != nil {
		t.Fatal(err)
	}
	c.wants(stockGo, "12 detachedctx")
}

// TestContract breaks the contract that a configuration names.
func TestContract(t *testing.T) {
	c := start(t, withContract, everything, "")
	c.open("client.go")
	c.diagnostics("client.go")
	good, err := os.ReadFile(c.path("budget.json"))
	if err != nil {
		t.Fatal(err)
	}
	c.write("budget.json", strings.Replace(string(good), "400", "-1", 1))
	if d := c.wants("budget.json", "6"); !strings.Contains(d[0].Message, "timeoutMs") {
		t.Errorf("the fault shows as %s", quote(d))
	}
	c.write("budget.json", string(good))
	c.wants("budget.json")
}

// TestGoWork edits one module of a workspace and looks at another.
func TestGoWork(t *testing.T) {
	archive := strings.NewReplacer("-- api/api.go --", "-- go.work --\ngo 1.26\n\nuse (\n\t./api\n\t./stock\n)\n-- api/go.mod --\nmodule example.com/shop/api\n\ngo 1.26\n-- api/api.go --",
		"-- stock/stock.go --", "-- stock/go.mod --\nmodule example.com/shop/stock\n\ngo 1.26\n-- stock/stock.go --",
		"-- go.mod --\nmodule example.com/shop\n\ngo 1.26\n", "").Replace(shop)
	c := start(t, archive, everything, "")
	c.open("api/api.go")
	c.open(stockGo)
	c.wants(stockGo, "12 detachedctx")
	c.wants("api/api.go")
	c.edit(stockGo, "context.Background()", "ctx")
	c.wants("api/api.go", "11 detachedctx")
	c.write("api/.budgetlint.yml", "rules:\n  detachedctx: { enabled: false }\n") // each module has its own
	c.wants("api/api.go")
	c.edit(stockGo, "PingContext(ctx)", "PingContext(context.TODO())")
	c.wants(stockGo, "12 detachedctx")
}

// TestModules has two modules in one folder, without a go.work file, and a file in none.
func TestModules(t *testing.T) {
	one := shop[strings.Index(shop, "package stock"):]
	archive := "-- one/go.mod --\nmodule example.com/one\n\ngo 1.26\n-- one/a.go --\n" + one + "-- two/go.mod --\nmodule example.com/two\n\ngo 1.26\n-- two/a.go --\n" + one + "-- loose/a.go --\n" + one
	c := start(t, archive, everything, "")
	c.write("one/vendor/example.com/x/x.go", one)
	c.write("mod/example.com/x@v1.0.0/x.go", one)
	c.write("mod/example.com/x@v1.0.0/go.mod", "module example.com/x\n\ngo 1.26\n")
	c.write("goroot/src/go.mod", "module std\n\ngo 1.26\n")
	c.write("goroot/src/x/x.go", one)
	for _, foreign := range []string{"one/vendor/example.com/x/x.go", "mod/example.com/x@v1.0.0/x.go", "goroot/src/x/x.go"} {
		c.open(foreign)
	}
	c.open("loose/a.go")
	c.open("one/a.go")
	c.open("two/a.go")
	c.wants("one/a.go", "12 detachedctx")
	c.wants("two/a.go", "12 detachedctx")
	c.until("word of the file in no module", func() bool {
		return len(c.messages) == 1 && strings.Contains(c.messages[0], "loose is in no module")
	})
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.told) != 2 {
		t.Errorf("other people's code has diagnostics: %s", c.told)
	}
}

// TestBroken has a module that does not compile: what does is analysed, and what does not comes back when it does.
func TestBroken(t *testing.T) {
	c := start(t, shop, everything, "")
	c.write("broken/broken.go", "package broken\n\nfunc F() { undefined() }\n")
	c.write("unparsable/u.go", "package unparsable\n\nfunc F( {\n")
	c.open("broken/broken.go")
	c.open("unparsable/u.go")
	c.open(stockGo)
	c.wants(stockGo, "12 detachedctx")
	c.wants("broken/broken.go")
	c.wants("unparsable/u.go")

	c.edit(stockGo, "db.Ping", "db.Pong") // a type error in the function itself
	c.wants(stockGo)
	c.edit(stockGo, "db.Pong", "db.Ping")
	c.wants(stockGo, "12 detachedctx")
	c.edit(stockGo, "func Ready", "func Other() { undefined() }\n\nfunc Ready") // … in another function
	c.wants(stockGo, "14 detachedctx")
	c.edit(stockGo, "undefined()", "undefined(") // a syntax error
	c.wants(stockGo)
	c.edit(stockGo, "undefined(", "")
	c.wants(stockGo, "14 detachedctx")
	c.edit(stockGo, "\"time\"", "\"time\"\n\n\t\"example.com/shop/later\"") // an import that is not there yet
	c.edit(stockGo, "func Other() {", "func Other() { later.F()")
	c.wants(stockGo, "16 detachedctx")
	c.write("later/later.go", "package later\n\nfunc F() {}\n")
	c.save(stockGo)
	c.wants(stockGo, "16 detachedctx")
	if s := c.log.String(); !strings.Contains(s, "undefined: undefined") {
		t.Errorf("the log does not say what does not compile:\n%s", s)
	}

	c.write("go.mod", "module example.com/shop\n\ngo 1.26\n\nrequire (\n")
	c.until("word of the broken go.mod", func() bool {
		return len(c.messages) > 0 && strings.Contains(c.messages[len(c.messages)-1], "go.mod")
	})
	c.write("go.mod", "module example.com/shop\n\ngo 1.26\n")
	c.wants(stockGo, "16 detachedctx")
}

// TestDeleted deletes files and folders under open documents.
func TestDeleted(t *testing.T) {
	c := start(t, shop, everything, "")
	c.open(stockGo)
	c.wants(stockGo, "12 detachedctx")
	c.write("stock/more.go", "package stock\n") // the package stays when the file goes
	if err := os.Remove(c.path(stockGo)); err != nil {
		t.Fatal(err)
	}
	c.edit(stockGo, "return db", "\n\treturn db")
	c.wants(stockGo, "13 detachedctx") // the buffer is what the person sees
	c.close(stockGo)
	c.wants(stockGo)

	c.openText(stockGo, shop[strings.Index(shop, "package stock"):])
	c.wants(stockGo, "12 detachedctx")
	if err := os.RemoveAll(c.path("stock")); err != nil {
		t.Fatal(err)
	}
	c.edit(stockGo, "return db", "\n\treturn db")
	c.wants(stockGo)
	c.save(stockGo)
	c.wants(stockGo, "13 detachedctx")
}
