// Package drive runs a function against downstreams that answer, fail, dawdle and hang, one after the other, and writes
// down what came out: the golden trace in testdata/trace.txt. It knows no rule; a test says what a fix may change.
//
// Time is virtual (testing/synctest), so a downstream that hangs for an hour costs nothing. The context ends as soon as
// the function has returned, as that of an HTTP request does, and what goes on then is waited for.
package drive

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

var update = flag.Bool("update", false, "rewrite testdata/trace.txt")

// Fixed says that the fixes have been applied, so that what they are meant to change must have changed.
func Fixed() bool { return os.Getenv("BEHAVIOUR_FIXED") != "" }

// Runtime says that the fixes were those for a module that requires the runtime. Of several calls that fail, the first in
// time is the one whose error is returned then, and nothing is called any more when the context is over.
func Runtime() bool { return os.Getenv("BEHAVIOUR_RUNTIME") != "" }

// Meant is what the fix of a function is meant to change. All else must stay: results, errors, what was written, and
// at most the time that it took.
type Meant int

const (
	Nothing Meant = iota
	// Cancel: a hanging downstream ends with the context.
	Cancel
	// Deadline: a hanging downstream ends by itself.
	Deadline
	// Leak: no goroutine stays behind.
	Leak
	// Sooner: calls after a slow one no longer wait for it, so they are done before the context ends.
	Sooner
)

// Func is a function under test.
type Func struct {
	Name  string
	Calls []string // the names that its downstreams give to Net.Call, in the order of the code
	Meant Meant
	Deaf  []string // those of Calls that have no form with a context
	Again bool     // calls are tried again, so also let each fail just once
	// Faster: once fixed, slow calls together take less than the sum of their times.
	Faster bool
	// Alone leaves out scenarios in which two calls fail, for functions whose calls race by design.
	Alone bool
	// Random leaves the time out of the trace, for functions whose pauses a fix makes random.
	Random bool
	Do     func(ctx context.Context, n *Net) (any, error)
}

// slow is how long a slow downstream takes, and stuck a hanging one.
const (
	slow  = time.Second
	stuck = time.Hour
)

// scenario is what the downstreams do while the function runs.
type scenario struct {
	name   string
	plan   map[string]mood
	cancel time.Duration // when the context ends; 0 for never, negative for before the call
}

type mood int

const (
	fine mood = iota
	fails
	failsOnce
	dawdles
	failsLate
	hangs
)

// outcome is one line of the trace.
type outcome struct {
	text string
	err  error
	took time.Duration
}

func (o outcome) String() string { return fmt.Sprintf("%s, in %v", o.text, o.took) }

// Run drives each function through all scenarios and compares the trace with the golden one.
func Run(t *testing.T, funcs ...Func) {
	t.Helper()
	var lines []string
	for _, f := range funcs {
		for _, s := range scenarios(f) {
			t.Run(f.Name+"/"+s.name, func(t *testing.T) {
				out := play(t, f, s)
				line := fmt.Sprintf("%s: %s: %v", f.Name, s.name, out)
				if f.Random {
					line = fmt.Sprintf("%s: %s: %s", f.Name, s.name, out.text)
				}
				lines = append(lines, line)
			})
		}
		if Fixed() {
			t.Run(f.Name+"/meant", func(t *testing.T) { meant(t, f) })
		}
	}
	compare(t, lines)
}

func scenarios(f Func) []scenario {
	list := []scenario{{name: "all answer"}}
	all, late := make(map[string]mood), make(map[string]mood)
	for _, c := range f.Calls {
		all[c], late[c] = fails, dawdles
		list = append(list,
			scenario{name: c + " fails", plan: map[string]mood{c: fails}},
			scenario{name: c + " is slow", plan: map[string]mood{c: dawdles}},
		)
		if f.Again {
			list = append(list, scenario{name: c + " fails once", plan: map[string]mood{c: failsOnce}})
		}
		for _, d := range f.Calls {
			if c != d && !f.Alone {
				list = append(list, scenario{name: c + " fails late, " + d + " fails", plan: map[string]mood{c: failsLate, d: fails}})
			}
		}
	}
	if len(f.Calls) > 1 {
		list = append(list, scenario{name: "all are slow", plan: late})
	}
	if len(f.Calls) > 2 && !f.Alone {
		list = append(list, scenario{name: "all fail", plan: all})
	}
	if f.Meant == Cancel || f.Meant == Deadline {
		return list // what happens at the context's end, or to a call that hangs, is what the fix changes
	}
	list = append(list, scenario{name: "the context is over", cancel: -1})
	if f.Meant == Sooner {
		return list
	}
	for _, c := range f.Calls {
		list = append(list, scenario{name: c + " hangs, the context ends", plan: map[string]mood{c: hangs}, cancel: 2 * slow})
	}
	return list
}

// play runs one scenario.
func play(t *testing.T, f Func, s scenario) (out outcome) {
	if f.Meant == Leak && !Fixed() {
		defer func() {
			if left := recover(); left != nil && out.text == "" {
				panic(left) // not what the test is about
			}
		}()
	}
	synctest.Test(t, func(t *testing.T) {
		n := &Net{plan: s.plan, tries: make(map[string]int)}
		defer n.close()
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		switch {
		case s.cancel < 0:
			cancel()
		case s.cancel > 0:
			time.AfterFunc(s.cancel, cancel)
		}
		start := time.Now()
		v, err := f.Do(ctx, n)
		out.took, out.err = time.Since(start), err
		cancel()
		time.Sleep(2 * stuck) // what the function left behind ends, or synctest complains
		out.text = strings.ReplaceAll(fmt.Sprintf("%+v; %s; wrote %v", v, spell(err), n.written()), "\n", `\n`)
		if len(s.plan) == 0 && s.cancel == 0 {
			for _, c := range f.Calls {
				if n.tries[c] == 0 {
					t.Errorf("%s is never called; calls are %v", c, n.tries)
				}
			}
		}
	})
	return out
}

// spell writes an error with what can be found in it by errors.Is and errors.As.
func spell(err error) string {
	if err == nil {
		return "no error"
	}
	text := fmt.Sprintf("error %q", err)
	if down := (*Down)(nil); errors.As(err, &down) {
		text += " is " + down.Error()
	}
	for _, known := range []error{context.Canceled, context.DeadlineExceeded} {
		if errors.Is(err, known) {
			text += " is " + known.Error()
		}
	}
	return text
}

// meant proves that the fix does what it is for: each hanging downstream in turn no longer holds the function.
func meant(t *testing.T, f Func) {
	if f.Faster {
		s := scenario{plan: make(map[string]mood)}
		for _, c := range f.Calls {
			s.plan[c] = dawdles
		}
		if out := play(t, f, s); out.took >= time.Duration(len(f.Calls))*slow {
			t.Errorf("the fixed function takes %v for %d slow calls", out.took, len(f.Calls))
		}
	}
	if f.Meant != Cancel && f.Meant != Deadline {
		return
	}
	for _, c := range f.Calls {
		if slices.Contains(f.Deaf, c) {
			continue
		}
		s := scenario{name: "meant", plan: map[string]mood{c: hangs}}
		limit := time.Minute
		if f.Meant == Cancel {
			s.cancel, limit = 2*slow, 2*slow
		}
		if f.Again { // it is the pause that hangs
			s.plan[c] = fails
			s.cancel, limit = slow/20, slow/20
		}
		out := play(t, f, s)
		if out.took > limit {
			t.Errorf("%s hangs: the fixed function takes %v, want at most %v", c, out.took, limit)
		}
		if f.Meant == Cancel && out.err != nil && !errors.Is(out.err, context.Canceled) {
			t.Errorf("%s hangs and the context is cancelled: error %v", c, out.err)
		}
	}
}

var tail = regexp.MustCompile(`, in (\S+)$`)

// compare holds lines against the golden ones: the same, and none slower.
func compare(t *testing.T, lines []string) {
	t.Helper()
	golden := filepath.Join("testdata", "trace.txt")
	if *update {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(golden, []byte(strings.Join(lines, "\n")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	data, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	if len(lines) != len(want) {
		t.Errorf("%d lines, want %d", len(lines), len(want))
	}
	for i := range min(len(lines), len(want)) {
		if same(lines[i], want[i]) || Runtime() && another(lines[i], want) {
			continue
		}
		t.Errorf("trace differs\n got %s\nwant %s", lines[i], want[i])
	}
}

func same(got, want string) bool {
	if got == want {
		return true
	}
	g, w := tail.FindStringSubmatch(got), tail.FindStringSubmatch(want)
	if g == nil || w == nil || tail.ReplaceAllString(got, "") != tail.ReplaceAllString(want, "") {
		return false
	}
	took, err1 := time.ParseDuration(g[1])
	before, err2 := time.ParseDuration(w[1])
	return Fixed() && err1 == nil && err2 == nil && took < before
}

// another: where several calls fail, got is what comes out if one of them fails alone; where the context ends, it is the
// end of the context that comes out, in whatever words.
func another(got string, golden []string) bool {
	name, rest, _ := strings.Cut(got, ": ")
	scenario, outcome, _ := strings.Cut(rest, ": ")
	outcome = tail.ReplaceAllString(outcome, "")
	if strings.HasSuffix(scenario, "the context ends") || scenario == "the context is over" {
		return strings.Contains(outcome, context.Canceled.Error())
	}
	for _, line := range golden {
		f, alone, _ := strings.Cut(line, ": ")
		what, text, _ := strings.Cut(alone, ": ")
		failed, ok := strings.CutSuffix(what, " fails")
		if f == name && ok && (scenario == "all fail" || strings.Contains(", "+scenario+",", ", "+failed+" fails")) && tail.ReplaceAllString(text, "") == outcome {
			return true
		}
	}
	return false
}

// Sorted is a copy of list, for results whose order is not promised.
func Sorted(list []string) []string { return slices.Sorted(slices.Values(list)) }
