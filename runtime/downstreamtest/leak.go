package downstreamtest

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/budgetlint/budgetlint/runtime/downstream"
)

// patience is how long NoLeaks waits for calls that are just ending.
const patience = time.Second

// NoLeaks fails the test if, a second after its end, calls of one of downstreams still run: a callee that ignores its
// context, or a response body that nobody closed. It says how many, and where the goroutines are that make calls. Call
// it first, so that it looks after what else the test cleans up.
func NoLeaks(t testing.TB, downstreams ...*downstream.Downstream) {
	t.Helper()
	t.Cleanup(func() {
		for until := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
			left := running(downstreams)
			if len(left) == 0 {
				return
			}
			if time.Now().Before(until) {
				continue
			}
			for _, s := range left {
				t.Errorf("%s: %d attempts still run, %d of their calls abandoned, %d places of the bulkhead taken",
					s.Name, s.Running, s.Abandoned, s.Places)
			}
			if stacks := calling(); stacks != "" {
				t.Logf("goroutines that make calls:\n\n%s", stacks)
			}
			return
		}
	})
}

func running(downstreams []*downstream.Downstream) (left []downstream.Snapshot) {
	for _, d := range downstreams {
		if s := d.Snapshot(); s.Running+s.Abandoned+s.Places > 0 {
			left = append(left, s)
		}
	}
	return left
}

// calling returns the stacks that have a function of package downstream in them.
func calling() string {
	buf := make([]byte, 1<<20)
	buf = buf[:runtime.Stack(buf, true)]
	var found []string
	for stack := range strings.SplitSeq(string(buf), "\n\n") {
		if strings.Contains(stack, "/runtime/downstream.") {
			found = append(found, stack)
		}
	}
	return strings.Join(found, "\n\n")
}
