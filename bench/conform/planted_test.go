package conform

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"
)

// TestEveryRowCanFail: a row that both of these pass asks nothing. One does too much and forgets everything, the other
// does nothing.
func TestEveryRowCanFail(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a process for each row")
	}
	n := len(Libraries())
	verdicts := askAll(t, n, n+len(planted()))
	for r, row := range Rows() {
		if verdicts[0][r].Result == Pass && verdicts[1][r].Result == Pass {
			t.Errorf("%s, %s: %v and %v", row.Family, row.Name, verdicts[0][r], verdicts[1][r])
		}
	}
}

func planted() []Library {
	return []Library{reckless(), idle()}
}

// reckless calls twice at least, with no time limit, on other goroutines, swallows what goes wrong, and is late.
func reckless() Library {
	twice := func(f func()) {
		for range 5 {
			done := make(chan bool)
			go func() {
				defer close(done)
				defer func() { recover() }()
				f()
			}()
			<-done
		}
		time.Sleep(30 * time.Minute)
	}
	return Library{
		Name: "reckless",
		Caller: func(s Setup) (Caller, error) {
			return doer(func(_ context.Context, f Callee) (string, error) {
				twice(func() { f(context.Background()) })
				return "wrong", nil
			}), nil
		},
		Transport: func(s Setup, next http.RoundTripper) (http.RoundTripper, error) {
			return server(func(r *http.Request) (resp *http.Response, err error) {
				twice(func() { resp, err = next.RoundTrip(r.WithContext(context.Background())) })
				if resp != nil {
					resp.StatusCode = 200
				}
				return resp, err
			}), nil
		},
		Group: func(context.Context) Group { return &recklessGroup{twice: twice} },
		Map: func(_ context.Context, items []int, _ int, f func(context.Context, int) (int, error)) ([]int, error) {
			for _, i := range items {
				go twice(func() { f(context.Background(), i) })
			}
			return nil, nil
		},
	}
}

type recklessGroup struct{ twice func(func()) }

func (g *recklessGroup) Require(_ string, f Callee)  { go g.twice(func() { f(context.Background()) }) }
func (g *recklessGroup) Wait() error                 { time.Sleep(30 * time.Minute); return nil }
func (g *recklessGroup) Degraded() ([]string, error) { return nil, nil }

func (g *recklessGroup) Prefer(name string, f Callee, _ string) (func() string, error) {
	g.Require(name, f)
	return func() string { return "wrong" }, nil
}

// idle refuses everything.
func idle() Library {
	err := errors.New("refused")
	return Library{
		Name: "idle",
		Caller: func(Setup) (Caller, error) {
			return doer(func(context.Context, Callee) (string, error) { return "", err }), nil
		},
		Transport: func(Setup, http.RoundTripper) (http.RoundTripper, error) {
			return server(func(*http.Request) (*http.Response, error) { return nil, err }), nil
		},
		Group: func(context.Context) Group { return idleGroup{err} },
		Map: func(context.Context, []int, int, func(context.Context, int) (int, error)) ([]int, error) {
			return nil, err
		},
	}
}

type idleGroup struct{ err error }

func (idleGroup) Require(string, Callee)      {}
func (g idleGroup) Wait() error               { return g.err }
func (idleGroup) Degraded() ([]string, error) { return nil, nil }
func (idleGroup) Prefer(string, Callee, string) (func() string, error) {
	return func() string { return "" }, nil
}
