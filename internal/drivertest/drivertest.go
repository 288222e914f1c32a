// Package drivertest answers whether every host finds the same: it has the list of modules that all of them are run on,
// one function a host, and one form of a finding that they are compared in. What is not here is how a finding looks in
// a host's own output; docs/drivers.md shows that.
//
// A host that lives elsewhere (an editor server, a plugin with its own go.mod) makes a Driver and calls Compare.
package drivertest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/budgetlint/budgetlint/internal/report"
)

// Driver is one host.
type Driver struct {
	Name string
	// Find runs the host on all packages in and below dir, advice included, and returns each finding once, as
	// Finding writes it, sorted.
	Find func(t testing.TB, dir string) []string
}

// Finding is the form that findings are compared in. file is relative to the folder that the host was run on and
// message without the rule; id is "rule" or "rule/category".
func Finding(file string, line, col int, message, id string) string {
	return fmt.Sprintf("%s:%d:%d %s %s", filepath.ToSlash(file), line, col, id, message)
}

// Compare runs the drivers on dir and wants of each what the first one finds, which must be something. The error says
// what a driver lacks (-) and what it has beyond that (+).
func Compare(t *testing.T, dir string, drivers ...Driver) {
	t.Helper()
	want := drivers[0].Find(t, dir)
	if len(want) == 0 {
		t.Fatalf("%s finds nothing in %s", drivers[0].Name, dir)
	}
	for _, d := range drivers[1:] {
		t.Run(d.Name, func(t *testing.T) {
			got := d.Find(t, dir)
			t.Logf("%d findings", len(got))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (-) and %s (+) differ on %d findings:\n%s", drivers[0].Name, d.Name, len(want), diff)
			}
		})
	}
}

// Build builds the command and returns the program's path.
func Build(t testing.TB) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "budgetlint"+exe(t))
	run(t, Root(t), "go", "build", "-o", bin, "./cmd/budgetlint")
	return bin
}

func exe(t testing.TB) string {
	t.Helper()
	stdout, _ := run(t, "", "go", "env", "GOEXE")
	return strings.TrimSpace(string(stdout))
}

// Standalone is budgetlint ./...
func Standalone(bin string) Driver {
	return Driver{"standalone", func(t testing.TB, dir string) (list []string) {
		stdout, _ := run(t, dir, bin, "-format", "json", "./...")
		dec := json.NewDecoder(bytes.NewReader(stdout))
		for {
			var f report.Finding
			if err := dec.Decode(&f); errors.Is(err, io.EOF) {
				return settle(list)
			} else if err != nil {
				t.Fatal(err)
			}
			list = append(list, Finding(f.File, f.Range.Start.Line, f.Range.Start.Col, f.Message, f.ID()))
		}
	}}
}

// Vet is go vet -vettool, as people read it.
func Vet(bin string) Driver {
	return Driver{"go vet", func(t testing.TB, dir string) (list []string) {
		_, stderr := run(t, dir, "go", "vet", "-vettool="+bin, "-advice", "./...")
		for line := range strings.Lines(string(stderr)) {
			if f, ok := fromText(strings.TrimPrefix(strings.TrimSpace(line), "./")); ok {
				list = append(list, f)
			}
		}
		return settle(list)
	}}
}

// VetJSON is go vet -vettool -json, as programs read it.
func VetJSON(bin string) Driver {
	return Driver{"go vet -json", func(t testing.TB, dir string) (list []string) {
		stdout, _ := run(t, dir, "go", "vet", "-vettool="+bin, "-advice", "-json", "./...")
		dec := json.NewDecoder(bytes.NewReader(stdout))
		for {
			var tree map[string]map[string][]struct{ Posn, Message string }
			if err := dec.Decode(&tree); errors.Is(err, io.EOF) {
				return settle(list)
			} else if err != nil {
				t.Fatal(err)
			}
			for _, byRule := range tree {
				for _, diagnostics := range byRule {
					for _, d := range diagnostics {
						posn, err := filepath.Rel(dir, d.Posn)
						if err != nil {
							t.Fatal(err)
						}
						f, ok := fromText(posn + ": " + d.Message)
						if !ok {
							t.Fatalf("%s: %s: not in the form of a finding", posn, d.Message)
						}
						list = append(list, f)
					}
				}
			}
		}
	}}
}

// textLine is "file:line:col: message (rule)". A related position has a tab before its message.
var textLine = regexp.MustCompile(`^(\S+\.go):(\d+):(\d+): ([^\t].*) \(([a-z]+(?:/[a-z]+)?)\)$`)

// fromText reads a finding as hosts that drop the category print it.
func fromText(line string) (string, bool) {
	m := textLine.FindStringSubmatch(line)
	if m == nil {
		return "", false
	}
	return fmt.Sprintf("%s:%s:%s %s %s", filepath.ToSlash(m[1]), m[2], m[3], m[5], m[4]), true
}

// settle sorts, and drops repeats: a host may show a file in a package and in its test variant.
func settle(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}

// run runs a command in dir; exit code 1 means findings.
func run(t testing.TB, dir string, args ...string) (stdout, stderr []byte) {
	t.Helper()
	stdout, stderr, code := start(t, dir, args...)
	if code > 1 {
		t.Fatalf("%s: exit code %d\n%s", strings.Join(args, " "), code, stderr)
	}
	return stdout, stderr
}

func start(t testing.TB, dir string, args ...string) (stdout, stderr []byte, code int) {
	t.Helper()
	var out, errs bytes.Buffer
	c := exec.Command(args[0], args[1:]...)
	c.Dir, c.Stdout, c.Stderr = dir, &out, &errs
	c.Env = append([]string{"GOWORK=off"}, os.Environ()...) // unless the test says otherwise
	var exit *exec.ExitError
	if err := c.Run(); errors.As(err, &exit) {
		code = exit.ExitCode()
	} else if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, errs.Bytes())
	}
	return out.Bytes(), errs.Bytes(), code
}
