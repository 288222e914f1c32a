package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/budgetlint/budgetlint/internal/report"
)

var cases = flag.Bool("cases", false, "compare the drivers on testdata/cases and testdata/cases2 too; downloads and builds their libraries")

// TestDriversAgree wants the same findings from the standalone command, from go vet and from go vet -json.
func TestDriversAgree(t *testing.T) {
	dirs := []string{"examples"}
	if *cases {
		dirs = append(dirs, "testdata/cases", "testdata/cases2")
	}
	for _, dir := range dirs {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			dir, err := filepath.Abs(filepath.Join("..", "..", filepath.FromSlash(dir)))
			if err != nil {
				t.Fatal(err)
			}
			alone := standalone(t, dir)
			if len(alone) == 0 {
				t.Fatal("the standalone command finds nothing")
			}
			if d := cmp.Diff(alone, vetText(t, dir)); d != "" {
				t.Errorf("go vet differs (-standalone +vet):\n%s", d)
			}
			if d := cmp.Diff(alone, vetJSON(t, dir)); d != "" {
				t.Errorf("go vet -json differs (-standalone +vet):\n%s", d)
			}
		})
	}
}

// output runs a command in dir; exit code 1 means findings.
func output(t *testing.T, dir string, args ...string) (stdout, stderr []byte) {
	t.Helper()
	var out, errs bytes.Buffer
	c := exec.Command(args[0], args[1:]...)
	c.Dir, c.Stdout, c.Stderr = dir, &out, &errs
	c.Env = append(os.Environ(), "BUDGETLINT_CONFIG=")
	var exit *exec.ExitError
	if err := c.Run(); err != nil && (!errors.As(err, &exit) || exit.ExitCode() > 1) {
		t.Fatalf("%v: %v\n%s", args, err, errs.Bytes())
	}
	return out.Bytes(), errs.Bytes()
}

func vettool(t *testing.T) string {
	t.Helper()
	tool, err := exec.LookPath("budgetlint") // testscript.Main put it on the path
	if err != nil {
		t.Fatal(err)
	}
	return "-vettool=" + tool
}

func standalone(t *testing.T, dir string) (list []string) {
	stdout, _ := output(t, dir, "budgetlint", "-format", "json", "./...")
	dec := json.NewDecoder(bytes.NewReader(stdout))
	for {
		var f report.Finding
		if err := dec.Decode(&f); errors.Is(err, io.EOF) {
			slices.Sort(list)
			return list
		} else if err != nil {
			t.Fatal(err)
		}
		list = append(list, fmt.Sprintf("%s:%d:%d: %s (%s)", f.File, f.Range.Start.Line, f.Range.Start.Col, f.Message, f.ID()))
	}
}

// vetLine is a finding in go vet's text; related positions have a tab before their message.
var vetLine = regexp.MustCompile(`(?m)^(?:\./)?(\S+\.go:\d+:\d+: [^\t].*)$`)

func vetText(t *testing.T, dir string) (list []string) {
	_, stderr := output(t, dir, "go", "vet", vettool(t), "-advice", "./...")
	for _, m := range vetLine.FindAllSubmatch(stderr, -1) {
		list = append(list, string(m[1]))
	}
	slices.Sort(list)
	return list
}

func vetJSON(t *testing.T, dir string) (list []string) {
	stdout, _ := output(t, dir, "go", "vet", vettool(t), "-advice", "-json", "./...")
	dec := json.NewDecoder(bytes.NewReader(stdout))
	for {
		var tree map[string]map[string][]struct{ Posn, Message string }
		if err := dec.Decode(&tree); errors.Is(err, io.EOF) {
			slices.Sort(list)
			return list
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
					list = append(list, posn+": "+d.Message)
				}
			}
		}
	}
}
