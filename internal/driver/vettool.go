package driver

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/analyzers"
)

// The vettool protocol of the go command (go vet -vettool, go fix -fixtool):
//
//	budgetlint -V=full            one line that stands for everything that results depend on
//	budgetlint -flags             the flags that go vet should accept, as JSON
//	budgetlint [flags] unit.cfg   analyse one package, described by a JSON file
//
// It is spoken here rather than by x/tools' unitchecker for two reasons. That one type-checks every dependency from
// source, the standard library included, to hand on types that the go command has in its build cache anyway; we need
// facts of the main module only, so all other units cost next to nothing. And it cannot check a fix.

// IsVettool reports whether the arguments are those of the vettool protocol.
func IsVettool(args []string) bool {
	if len(args) == 0 {
		return false
	}
	if len(args) == 1 && (args[0] == "-V=full" || args[0] == "-flags") {
		return true
	}
	return strings.HasSuffix(args[len(args)-1], ".cfg")
}

// vetFlags are the flags of a unit.
type vetFlags struct {
	json, fix, diff       bool
	advice, unsafe, tests bool
	configFile, contract  string
	said                  map[string]bool // -nodeadline, -nodeadline=false: run only these, or all but these
}

func newVetFlags() (*flag.FlagSet, *vetFlags) {
	f := &vetFlags{said: make(map[string]bool)}
	fs := flag.NewFlagSet("budgetlint", flag.ContinueOnError)
	fs.SetOutput(io.Discard) // the error is printed once, by Vettool
	fs.BoolVar(&f.json, "json", false, "emit JSON output")
	fs.BoolVar(&f.fix, "fix", false, "apply safe fixes")
	fs.BoolVar(&f.diff, "diff", false, "with -fix, print a unified diff and change nothing")
	fs.BoolVar(&f.advice, "advice", false, "report advice too")
	fs.BoolVar(&f.unsafe, "unsafe-fixes", false, "apply fixes that need a person's look too")
	fs.BoolVar(&f.tests, "tests", false, "report in test files too")
	fs.StringVar(&f.configFile, "config", "", "not here: set BUDGETLINT_CONFIG")
	fs.StringVar(&f.contract, "contract", "", "not here: name it in the file of BUDGETLINT_CONFIG")
	for _, r := range analyzers.Table {
		fs.BoolFunc(r.Name, "run only this rule; =false: all but this one", func(s string) (err error) {
			f.said[r.Name], err = strconv.ParseBool(s)
			return err
		})
	}
	return fs, f
}

// Vettool answers the go command. It returns the exit code.
func Vettool(args []string, stdout, stderr io.Writer) int {
	fs, f := newVetFlags()
	var err error
	switch args[0] {
	case "-V=full":
		err = printVersion(stdout)
	case "-flags":
		err = printFlags(fs, stdout)
	default:
		if err = fs.Parse(args); err == nil {
			var code int
			if code, err = runUnit(f, fs.Arg(0), stdout, stderr); err == nil {
				return code
			}
		}
	}
	if err != nil {
		fmt.Fprintf(stderr, "budgetlint: %v\n", err)
		return 1 // the go command knows no other
	}
	return 0
}

func printFlags(fs *flag.FlagSet, w io.Writer) error {
	type entry struct {
		Name  string
		Bool  bool
		Usage string
	}
	var list []entry
	fs.VisitAll(func(f *flag.Flag) {
		b, ok := f.Value.(interface{ IsBoolFlag() bool })
		if f.Name != "fix" { // go vet has its own and passes it on
			list = append(list, entry{f.Name, ok && b.IsBoolFlag(), f.Usage})
		}
	})
	return json.NewEncoder(w).Encode(list)
}

// selected is the rules to run of those that the configuration enables. The flags do not change which rule reports a
// fault that several could report: that is the configuration's.
func (f *vetFlags) selected(list []*analysis.Analyzer) []*analysis.Analyzer {
	only := false
	for _, on := range f.said {
		only = only || on
	}
	return slices.DeleteFunc(slices.Clone(list), func(a *analysis.Analyzer) bool {
		on, said := f.said[a.Name]
		return !on && (said || only)
	})
}
