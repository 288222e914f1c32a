// Package odd is formatted as people do when nobody looks: fixes have to survive it.
package odd

import (
	ctxpkg "context"
	"database/sql"
	"fmt"
	web "net/http"

	"nodeadline/stockpb"
)

func oneLine(c stockpb.StockClient) { c.GetStock(ctxpkg.Background(), nil) } // want `carries no deadline`

func comments(db *sql.DB) error {
	// The audit.
	_, err := /* why */ db. /* here */ ExecContext( // trigger
		ctxpkg.Background(), // want `carries no deadline`
		"DELETE FROM x",     // all
	)
	return err
}

// Names that the fix would like to use mean something else here.
func shadowed(c stockpb.StockClient, ctx, cancel, time, context int) {
	c.GetStock(ctxpkg.Background(), nil) // want `carries no deadline`
}

func elseIf(c stockpb.StockClient, x bool) {
	if x {
		fmt.Println()
	} else if _, err := c.GetStock(ctxpkg.Background(), nil); err != nil { // want `carries no deadline`
		fmt.Println(err)
	}
}

func inSwitch(c stockpb.StockClient) {
	switch l, err := c.GetStock(ctxpkg.TODO(), nil); { // want `carries no deadline`
	case err != nil:
	default:
		fmt.Println(l)
	}
}

func parens(c stockpb.StockClient) {
	(c.GetStock)((ctxpkg.Background()), (nil)) // want `carries no deadline`
}

func headers(url string) {
	if c := new(web.Client); c != nil { // want `http.Client without Timeout`
		c.Get(url)
	}
	if c := web.DefaultClient; c != nil {
		c.Get(url) // want `http.DefaultClient has no Timeout`
	}
}

func leading(url string) {
	hc := web.Client{ // want `http.Client without Timeout`
		// The pool is shared.
		Transport: web.DefaultTransport, // see above
	}
	hc.Get(url)
}

func sameLine(url string) { hc := web.Client{Transport: web.DefaultTransport}; hc.Get(url) } // want `http.Client without Timeout`

// One report, one deadline for both.
func twoStatements(db *sql.DB, purge bool) error {
	if purge {
		if _, err := db.Exec("DELETE FROM a"); err != nil { // want `\(\*sql.DB\).Exec takes no context`
			return err
		}
	}
	_, err := db.Exec("DELETE FROM b")
	return err
}
