package main

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the cmp files of failing scripts")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"budgetlint": main, "sharedcache": sharedCache})
}

// TestScript runs the command line as users meet it. Scripts share the build cache of the user who runs them, so that
// the standard library is not compiled again; $VETTOOL is the program by its path, for go vet -vettool, and
// $ROOT this module's folder, for modules that require it.
func TestScript(t *testing.T) {
	tool, err := exec.LookPath("budgetlint") // testscript.Main put it on the path
	if err != nil {
		t.Fatal(err)
	}
	goenv, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	dirs := strings.Fields(string(goenv))
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
		Cmds:          map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
		Setup: func(env *testscript.Env) error {
			env.Vars = append(env.Vars,
				"VETTOOL="+tool,
				"ROOT="+root,
				"GOCACHE="+dirs[0],
				"GOMODCACHE="+dirs[1],
				"GOPROXY=off",
				"GOTOOLCHAIN=local",
				"GOFLAGS=",
				"GOWORK=",
				"BUDGETLINT_CONFIG=",
				"GOROOT="+os.Getenv("GOROOT"),
			)
			return nil
		},
	})
}

// exits is "exits CODE COMMAND ARGS...": exec that wants one exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits code command args...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}
