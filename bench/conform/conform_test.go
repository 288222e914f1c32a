package conform

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/mod/modfile"
)

var (
	askLibrary = flag.Int("library", -1, "used by the test itself: the library that this process asks")
	askRow     = flag.Int("row", -1, "used by the test itself: the row that this process asks about")
	update     = flag.Bool("update", false, "rewrite the tables in docs/conformance.md")
	show       = flag.Bool("print", false, "print the tables")
)

// patience is how long a scenario may take. It takes milliseconds: who needs this long hangs.
const patience = 10 * time.Second

// doc has the tables between two comments.
const doc = "../../docs/conformance.md"

var between = regexp.MustCompile(`(?s)(<!-- peers:begin[^\n]*-->\n)(.*)(<!-- peers:end -->)`)

// TestConformance asks every library about every row. This project's own must pass all; the others' verdicts must be
// those that docs/conformance.md shows.
func TestConformance(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a process for each library and row")
	}
	libraries, rows := Libraries(), Rows()
	verdicts := askAll(t, 0, len(libraries))
	for r, row := range rows {
		if v := verdicts[0][r]; v.Result != Pass {
			t.Errorf("%s, %s: %s: %s", libraries[0].Name, row.Name, v.Result, v.Why)
		}
	}
	table := Table(verdicts, versions(t))
	if *show {
		fmt.Println(table)
	}
	text, err := os.ReadFile(doc)
	if err != nil {
		t.Fatal(err)
	}
	parts := between.FindSubmatch(text)
	if parts == nil {
		t.Fatalf("%s has no place for the tables", doc)
	}
	if *update {
		text = between.ReplaceAllFunc(text, func([]byte) []byte {
			return bytes.Join([][]byte{parts[1], []byte(table), parts[3]}, nil)
		})
		if err := os.WriteFile(doc, text, 0o644); err != nil {
			t.Fatal(err)
		}
	} else if got := string(parts[2]); got != table {
		t.Errorf("%s does not show what was found; `make conformance` rewrites it. Found:\n%s", doc, table)
	}
}

// askAll asks the libraries from one index to before another.
func askAll(t *testing.T, from, to int) [][]Verdict {
	verdicts := make([][]Verdict, to-from)
	slots := make(chan bool, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	for l := range verdicts {
		verdicts[l] = make([]Verdict, len(Rows()))
		for r := range verdicts[l] {
			wg.Go(func() {
				slots <- true
				defer func() { <-slots }()
				verdicts[l][r] = ask(t.Context(), from+l, r)
			})
		}
	}
	wg.Wait()
	return verdicts
}

// versions reads what go.mod requires.
func versions(t *testing.T) func(module string) string {
	text, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	f, err := modfile.Parse("go.mod", text, nil)
	if err != nil {
		t.Fatal(err)
	}
	return func(module string) string {
		for _, r := range f.Require {
			if r.Mod.Path == module {
				return r.Mod.Version
			}
		}
		t.Errorf("go.mod does not require %s", module)
		return ""
	}
}

// ask has another process answer: a library that deadlocks or ends the process is a verdict too.
func ask(ctx context.Context, l, r int) Verdict {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestOne$", fmt.Sprint("-library=", l), fmt.Sprint("-row=", r))
	cmd.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0")
	out, err := cmd.CombinedOutput()
	if l == 0 && bytes.Contains(out, []byte("WARNING: DATA RACE")) {
		return Verdict{Fail, "data race:\n" + string(out)}
	}
	if _, after, ok := bytes.Cut(out, []byte(marker)); ok {
		var v Verdict
		line, _, _ := bytes.Cut(after, []byte("\n"))
		if err := json.Unmarshal(line, &v); err != nil {
			return Verdict{Fail, "its verdict cannot be read: " + err.Error()}
		}
		return v
	}
	if ctx.Err() != nil {
		return Verdict{Fail, "it hangs"}
	}
	for line := range strings.SplitSeq(string(out), "\n") {
		for _, words := range []string{"panic: ", "fatal error: "} {
			if what, ok := strings.CutPrefix(line, words); ok {
				return Verdict{Fail, "it ends the process: " + words + strings.TrimSuffix(what, " [recovered, repanicked]")}
			}
		}
	}
	return Verdict{Fail, fmt.Sprintf("it ends the process: %v", err)}
}

const marker = "\nverdict: "

// TestOne answers for one library and row, and ends the process: what a library leaves running must not matter.
func TestOne(t *testing.T) {
	if *askRow < 0 || *askLibrary < 0 {
		t.Skip("run by TestConformance")
	}
	library, row := append(Libraries(), planted()...)[*askLibrary], Rows()[*askRow]
	synctest.Test(t, func(*testing.T) {
		v := Verdict{Result: Pass}
		var cannot Cannot
		if err := run(row, library); errors.As(err, &cannot) {
			v = Verdict{CannotExpress, string(cannot)}
		} else if err != nil {
			v = Verdict{Fail, err.Error()}
		}
		text, err := json.Marshal(v)
		if err != nil {
			panic(err)
		}
		fmt.Println(marker + string(text))
		os.Exit(0)
	})
}

// run turns a panic on the scenario's own goroutine into a finding.
func run(row Row, library Library) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = wrong("panics: %.80v", v)
		}
	}()
	return row.Run(library)
}

func TestNamesAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Rows() {
		key := r.Family + ": " + r.Name
		if seen[key] {
			t.Errorf("two rows are called %s", key)
		}
		seen[key] = true
	}
}
