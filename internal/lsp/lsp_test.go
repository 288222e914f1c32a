package lsp

import (
	"strings"
	"testing"
)

const shop = `
-- go.mod --
module example.com/shop

go 1.26
-- stock/stock.go --
package stock

import (
	"context"
	"net/http"
	"time"
)

const requestTimeout = 2 * time.Second

// Get asks the stock service.
func Get(ctx context.Context, url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
`

func TestFix(t *testing.T) {
	c := start(t, shop, everything, "")
	c.open("stock/stock.go")
	d := c.wants("stock/stock.go", "13 ctxdrop")
	t.Log(quote(d))
	list := c.actions("stock/stock.go", "Get(url)", "")
	for _, a := range list {
		t.Log(quote(a))
	}
	c.apply(list[0])
	c.wants("stock/stock.go")
	t.Log(c.docs["stock/stock.go"].text)
	var h hover
	_ = strings.Index
	c.call("textDocument/hover", `{"textDocument": {"uri": `+quote(c.uri("stock/stock.go"))+`}, "position": {"line": 16, "character": 32}}`, &h)
	t.Log(h.Contents.Value)
}
