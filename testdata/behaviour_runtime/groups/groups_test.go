package groups

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"example.com/behaviour/internal/drive"
)

type services struct {
	fail map[string]error
	slow time.Duration
}

func (s services) call(ctx context.Context, name string) error {
	select {
	case <-time.After(s.slow):
		return s.fail[name]
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s services) GetUser(ctx context.Context, id string) (string, error) {
	return id, s.call(ctx, "user")
}
func (s services) GetOrders(ctx context.Context, user string) ([]string, error) {
	return []string{"of " + user}, s.call(ctx, "orders")
}
func (s services) GetPoints(ctx context.Context, user string) (int, error) {
	return 7, s.call(ctx, "points")
}

var errDown = errors.New("down")

func Test(t *testing.T) {
	for _, tt := range []struct {
		name  string
		fail  string
		whole bool
		want  string // "" for an error
		fixed string // the same, after the fixes
	}{
		{"all answer", "", true, "ann[of ann]", "ann[of ann]"},
		{"user fails", "user", true, "", ""},
		{"orders fails", "orders", true, "", ""},
		{"all answer", "", false, "ann 7", "ann 7"},
		{"user fails", "user", false, "", ""},
		{"points fails", "points", false, "", "ann 0"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := &Pages{services{map[string]error{tt.fail: errDown}, time.Second}}
				do := p.Partly
				if tt.whole {
					do = p.Whole
				}
				start := time.Now()
				got, err := do(t.Context(), "ann")
				want := tt.want
				if drive.Fixed() {
					want = tt.fixed
					if took := time.Since(start); took != time.Second {
						t.Errorf("took %v for calls of a second each", took)
					}
				}
				if got != want || (err == nil) != (want != "") || err != nil && !errors.Is(err, errDown) {
					t.Errorf("got %q, %v, want %q", got, err, want)
				}
			})
		})
	}
}
