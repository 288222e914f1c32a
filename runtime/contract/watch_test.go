package contract_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/budgetlint/budgetlint/runtime/contract"
)

// watched is a Watch of a file under test.
type watched struct {
	t    *testing.T
	file string
	end  func() error

	mu  sync.Mutex
	log []string
}

func (w *watched) add(line string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.log = append(w.log, line)
}

// watch starts one that polls every second and has content at first; none for "".
func watch(t *testing.T, content string, apply func(*contract.Contract) error) *watched {
	w := &watched{t: t, file: filepath.Join(t.TempDir(), "budget.json")}
	if content != "" {
		w.write(content)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	done := make(chan error, 1)
	go func() {
		done <- contract.Watch(ctx, w.file, time.Second, func(c *contract.Contract) error {
			w.add(fmt.Sprintf("apply %d", c.Aggregators[0].TotalBudget.Milliseconds()))
			return apply(c)
		}, contract.OnRefused(func(err error) { w.add("refused: " + err.Error()) }))
	}()
	w.end = func() error {
		cancel(errStop)
		return <-done
	}
	return w
}

var errStop = errors.New("stop")

func (w *watched) write(content string) {
	w.t.Helper()
	next := w.file + ".new"
	if err := os.WriteFile(next, []byte(content), 0o600); err != nil {
		w.t.Fatal(err)
	}
	if err := os.Rename(next, w.file); err != nil {
		w.t.Fatal(err)
	}
}

// after lets d pass and returns what happened meanwhile.
func (w *watched) after(d time.Duration) string {
	time.Sleep(d)
	synctest.Wait()
	w.mu.Lock()
	defer w.mu.Unlock()
	log := strings.ReplaceAll(strings.Join(w.log, "; "), w.file, "budget.json")
	w.log = nil
	return log
}

func (w *watched) want(d time.Duration, want string) {
	w.t.Helper()
	if got := w.after(d); got != want {
		w.t.Errorf("got  %q\nwant %q", got, want)
	}
}

func accept(*contract.Contract) error { return nil }

func total(ms int) string {
	return strings.Replace(dashboard, `"totalBudgetMs": 2000`, fmt.Sprintf(`"totalBudgetMs": %d`, ms), 1)
}

// begin is after the first look, and between two polls; so is each tick after it.
const (
	begin = 500 * time.Millisecond
	tick  = time.Second
)

func TestWatchAppliesWhatChanges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watch(t, total(2000), accept)
		w.want(begin, "apply 2000")
		w.want(5*tick, "")
		w.write(total(2500))
		w.want(tick, "apply 2500")
		w.write(total(2500)) // a new file, the same content
		w.want(2*tick, "")
		w.write(total(2000))
		w.want(tick, "apply 2000")
		if err := w.end(); err != errStop {
			t.Errorf("Watch returned %v, want ctx's cause", err)
		}
	})
}

func TestWatchRefusesABadFileAndGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watch(t, total(2000), accept)
		w.want(begin, "apply 2000")
		w.write(total(0))
		w.want(5*tick, "refused: budget.json:1:36: aggregator.totalBudgetMs: must be 1 or more, is 0")
		w.write(dashboard[:100])
		if got := w.after(tick); !strings.HasPrefix(got, "refused: budget.json:3:15: ends too early") {
			t.Errorf("half a file: %q", got)
		}
		w.write("")
		w.want(tick, "refused: budget.json:1:1: is empty")
		w.write(strings.Repeat(" ", 2<<20))
		if got := w.after(tick); !strings.HasPrefix(got, "refused: budget.json: ") {
			t.Errorf("two megabytes: %q", got)
		}
		w.write(total(2500))
		w.want(tick, "apply 2500")
		w.end()
	})
}

func TestWatchRefusesABadFileAtTheStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watch(t, total(0), accept)
		w.want(begin, "refused: budget.json:1:36: aggregator.totalBudgetMs: must be 1 or more, is 0")
		w.write(total(2000))
		w.want(tick, "apply 2000")
		w.end()
	})
}

func TestWatchReportsWhatApplyRefuses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		running := contract.MustLoad([]byte(dashboard))
		w := watch(t, total(2500), running.CheckReload)
		w.want(begin, "apply 2500")
		w.write(strings.Replace(dashboard, "stock-service", "shop-service", 1))
		w.want(5*tick, `apply 2000; refused: budget.json:1:17: aggregator.downstreams["stock-service"]: is gone; a reload changes numbers only
budget.json:5:7: aggregator.downstreams["shop-service"]: is new; a reload changes numbers only`)
		w.end()
	})
}

func TestWatchOutlivesAMissingFile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watch(t, total(2000), accept)
		w.want(begin, "apply 2000")
		for range 2 {
			if err := os.Remove(w.file); err != nil {
				t.Fatal(err)
			}
			if got := w.after(5 * tick); strings.Count(got, "refused: ") != 1 {
				t.Errorf("reported not once: %q", got)
			}
			w.write(total(2000))
			w.want(tick, "") // the same as before it went
		}
		w.write(total(2500))
		w.want(tick, "apply 2500")
		w.end()
	})
}

func TestWatchOfAWrongNameReturnsAtOnce(t *testing.T) {
	err := contract.Watch(t.Context(), filepath.Join(t.TempDir(), "none.json"), time.Hour, accept)
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
}

func TestWatchEndsBeforeItApplies(t *testing.T) {
	file := filepath.Join(t.TempDir(), "budget.json")
	if err := os.WriteFile(file, []byte(dashboard), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := contract.Watch(ctx, file, time.Hour, func(*contract.Contract) error {
		t.Error("applied after the end")
		return nil
	})
	if err != context.Canceled {
		t.Errorf("%v", err)
	}
}

func TestCheckReloadAllowsNumbersOnly(t *testing.T) {
	two := `{"aggregators": {
 "a": {"totalBudgetMs": 9, "downstreams": {"x": {"timeoutMs": 5}, "y": {"timeoutMs": 5, "degradable": true}}},
 "b": {"totalBudgetMs": 9, "downstreams": {"x": {"timeoutMs": 5}}}}}`
	const only = "a reload changes numbers only"
	tests := []struct {
		name     string
		old, new string // what of two is replaced by what
		want     []string
	}{
		{"nothing", "", "", nil},
		{"numbers", `"totalBudgetMs": 9, "downstreams": {"x": {"timeoutMs": 5}`, `"totalBudgetMs": 8, "downstreams": {"x": {"timeoutMs": 6, "maxConcurrent": 3}`, nil},
		{"order", `{"x": {"timeoutMs": 5}, "y": {"timeoutMs": 5, "degradable": true}}`, `{"y": {"timeoutMs": 5, "degradable": true}, "x": {"timeoutMs": 5}}`, nil},
		{"added", `"downstreams": {"x"`, `"downstreams": {"z": {"timeoutMs": 5}, "x"`, []string{`b.json:2:44: aggregators["a"].downstreams["z"]: is new; ` + only}},
		{"removed", `"x": {"timeoutMs": 5}, "y"`, `"y"`, []string{`b.json:2:2: aggregators["a"].downstreams["x"]: is gone; ` + only}},
		{"renamed", `"y"`, `"z"`, []string{
			`b.json:2:2: aggregators["a"].downstreams["y"]: is gone; ` + only,
			`b.json:2:67: aggregators["a"].downstreams["z"]: is new; ` + only}},
		{"degraded", `"x": {"timeoutMs": 5}`, `"x": {"timeoutMs": 5, "core": false}`, []string{`b.json:2:44: aggregators["a"].downstreams["x"]: was core and is degradable now; ` + only}},
		{"promoted", `, "degradable": true`, "", []string{`b.json:2:67: aggregators["a"].downstreams["y"]: was degradable and is core now; ` + only}},
		{"another aggregator", `"b": {`, `"c": {`, []string{
			`b.json: aggregators["b"]: is gone; ` + only,
			`b.json:3:2: aggregators["c"]: is new; ` + only}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			next, err := contract.Parse("b.json", []byte(strings.Replace(two, tt.old, tt.new, 1)))
			if err != nil {
				t.Fatal(err)
			}
			err = contract.MustLoad([]byte(two)).CheckReload(next)
			if len(tt.want) == 0 {
				if err != nil {
					t.Errorf("refused: %v", err)
				}
				return
			}
			if err == nil || !slices.Equal(strings.Split(err.Error(), "\n"), tt.want) {
				t.Fatalf("got\n%v\nwant\n%s", err, strings.Join(tt.want, "\n"))
			}
			var at *contract.PosError
			if !errors.As(err, &at) || at.Path == "" {
				t.Errorf("%v is no *PosError", err)
			}
		})
	}
}

// One aggregator under "aggregator" is not the one under "aggregators", even if it is the only one.
func TestCheckReloadSeesARenamedAggregator(t *testing.T) {
	next := strings.Replace(dashboard, `"aggregator": {`, `"aggregators": {"page": {`, 1)
	next = strings.TrimSuffix(strings.TrimSpace(next), "}") + "}}"
	err := contract.MustLoad([]byte(dashboard)).CheckReload(contract.MustLoad([]byte(next)))
	if err == nil || !strings.Contains(err.Error(), "aggregator: is gone") || !strings.Contains(err.Error(), `aggregators["page"]: is new`) {
		t.Errorf("%v", err)
	}
}
