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
	"github.com/santhosh-tekuri/jsonschema/v6"
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
		Cmds:          map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "valid": valid},
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
				"GIT_CONFIG_GLOBAL="+os.DevNull,
				"GIT_CONFIG_NOSYSTEM=1",
				"GIT_AUTHOR_NAME=n", "GIT_AUTHOR_EMAIL=e@example.com", "GIT_COMMITTER_NAME=n", "GIT_COMMITTER_EMAIL=e@example.com",
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

// valid is "valid sarif|findings FILE": the file, or each line of it, is what the schema says.
func valid(ts *testscript.TestScript, neg bool, args []string) {
	schemas := map[string]string{"sarif": "../../internal/report/testdata/sarif-schema-2.1.0.json", "findings": "../../docs/findings.schema.json"}
	if neg || len(args) != 2 || schemas[args[0]] == "" {
		ts.Fatalf("usage: valid sarif|findings file")
	}
	schema, err := jsonschema.NewCompiler().Compile(schemas[args[0]])
	ts.Check(err)
	text := ts.ReadFile(args[1])
	docs := []string{text}
	if args[0] == "findings" {
		docs = strings.Split(strings.TrimSpace(text), "\n")
	}
	for _, doc := range docs {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(doc))
		ts.Check(err)
		ts.Check(schema.Validate(v))
	}
}
