package deadline_test

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"go/types"
	"reflect"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/google/go-cmp/cmp"

	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/model"
	"github.com/budgetlint/budgetlint/internal/rule"
)

// facts runs the model passes on a package and gives each of its facts as bytes.
func facts(t *testing.T, pkgs []*packages.Package) map[string][]byte {
	t.Helper()
	env := model.Env(config.Default(), config.Known{}, func(string, string) rule.Severity { return rule.Warning })
	graph, err := checker.Analyze([]*analysis.Analyzer{env.Deadline}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]byte{}
	add := func(of string, fact analysis.Fact) {
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).Encode(fact); err != nil {
			t.Fatalf("%s: %T cannot be encoded: %v", of, fact, err)
		}
		back := reflect.New(reflect.TypeOf(fact).Elem()).Interface()
		if err := gob.NewDecoder(bytes.NewReader(b.Bytes())).Decode(back); err != nil {
			t.Fatalf("%s: %T cannot be decoded: %v", of, fact, err)
		}
		if diff := cmp.Diff(fact, back); diff != "" {
			t.Errorf("%s: %T changes on its way (-sent +received):\n%s", of, fact, diff)
		}
		out[of+fmt.Sprintf(" %T", fact)] = b.Bytes()
	}
	for act := range graph.All() {
		if act.Err != nil {
			t.Fatal(act.Err)
		}
		for _, f := range act.AllObjectFacts() {
			add(act.Analyzer.Name+" "+types.ObjectString(f.Object, nil), f.Fact)
		}
		for _, f := range act.AllPackageFacts() {
			add(act.Analyzer.Name+" "+f.Package.Path(), f.Fact)
		}
	}
	return out
}

// A fact's bytes are the same in every run: go vet re-runs everything that depends on a fact that changed.
func TestFactsAreDeterministic(t *testing.T) {
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax | packages.NeedModule}, "../../examples/dashboard/before")
	if err != nil {
		t.Fatal(err)
	}
	if packages.PrintErrors(pkgs) > 0 {
		t.Fatal("the example does not load")
	}
	first := facts(t, pkgs)
	if len(first) < 5 {
		t.Fatalf("only %d facts: %v", len(first), first)
	}
	for range 5 {
		again := facts(t, pkgs)
		for of, b := range first {
			if !bytes.Equal(b, again[of]) {
				t.Errorf("%s differs from run to run", of)
			}
		}
		if len(again) != len(first) {
			t.Errorf("%d facts, then %d", len(first), len(again))
		}
	}
}
