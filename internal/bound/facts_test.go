package bound_test

import (
	"sync"
	"testing"

	"github.com/budgetlint/budgetlint/internal/bound"
	"github.com/budgetlint/budgetlint/internal/linttest"
)

// What one package knows about its functions reaches the next one.
var layers = map[string]string{
	"pool/pool.go": `// Package pool starts and limits.
package pool

import ("context"; "net/http")

var Regions = []string{"eu", "us", "ap"}

var slots = make(chan struct{}, 4)

// Few gives a few.
func Few() []string { return []string{"a", "b"} }

// Cut gives ten at most.
func Cut(s []string) []string { return s[:min(len(s), 10)] }

// Get takes a slot.
func Get(ctx context.Context, url string) error {
	slots <- struct{}{}
	defer func() { <-slots }()
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return err
	}
	_, err = http.DefaultClient.Do(req)
	return err
}

// Acquire comes back with a slot.
func Acquire() { slots <- struct{}{} }

// Each runs f for each item.
func Each(items []string, f func(string)) {
	for _, it := range items {
		go f(it)
	}
}

// Serve works until it is told to stop.
func Serve(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		}
	}
}

// Fire does not wait.
func Fire(ctx context.Context, url string) { go Get(ctx, url) }
`,
	"m.go": `package m

import "example.com/m/pool"

func regions() { for range pool.Regions {} }
func few() { for range pool.Few() {} }
func cut(s []string) { for range pool.Cut(s) {} }
func all(s []string) { for range s {} }
`,
}

func TestFacts(t *testing.T) {
	pkgs := linttest.Module(t, layers)
	linttest.FactsHold(t, pass, pkgs, 6)
	known := linttest.Result(t, pass(), pkgs, "example.com/m").(*bound.Result)
	want := map[string]bool{"regions": true, "few": true, "cut": true, "all": false}
	for _, f := range known.Syntax().Funcs {
		if got := known.Trip(lastLoop(f.Body)); got.Limited() != want[f.Name()] {
			t.Errorf("%s: trip %q, limited %t, want %t", f.Name(), spell(got), got.Limited(), want[f.Name()])
		}
	}
}

// Rules ask at the same time, when the pass is done.
func TestAskedAtOnce(t *testing.T) {
	pkgs := linttest.Module(t, layers)
	known := linttest.Result(t, pass(), pkgs, "example.com/m").(*bound.Result)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 200 {
				for _, f := range known.Syntax().Funcs {
					known.Trip(lastLoop(f.Body))
				}
			}
		})
	}
	wg.Wait()
}
