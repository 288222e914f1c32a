package fix

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/rule"
)

// fallback is what an inserted deadline is if nobody said how long; a person looks at it first (rule.Ask).
const fallback = 5 * time.Second

// Limit is a duration that a fix inserts.
type Limit struct {
	Expr  string              // "2*time.Second", "requestTimeout"
	Edits []analysis.TextEdit // the import of time, if Expr needs it and it is missing
	Level rule.Level          // Safe if somebody chose the value, Ask if it is a guess
	Why   string              // where the value comes from, for the fix's title
}

// Duration chooses the limit that a fix at pos inserts: said, the timeout of the contract or the directive for this
// call, if not 0; else the package's constant for timeouts, if there is one that is meant in general; else the
// configuration's fixTimeout; else a guess.
func (f *File) Duration(pos token.Pos, cfg *config.Config, said time.Duration) Limit {
	if said > 0 {
		return f.limit(pos, said, rule.Safe, "from the contract")
	}
	if c := f.timeoutConst(pos); c != nil {
		return Limit{Expr: c.Name(), Level: rule.Safe, Why: "this package's " + c.Name()}
	}
	if cfg != nil && cfg.FixTimeout > 0 {
		return f.limit(pos, cfg.FixTimeout, rule.Safe, "fixTimeout of the configuration")
	}
	return f.limit(pos, fallback, rule.Ask, "a guess: nothing says how long this may take")
}

func (f *File) limit(pos token.Pos, d time.Duration, level rule.Level, why string) Limit {
	name, edits := f.Import(pos, "time", "time")
	return Limit{Expr: SpellDuration(d, name), Edits: edits, Level: level, Why: why}
}

var units = []struct {
	unit time.Duration
	name string
}{
	{time.Hour, "Hour"}, {time.Minute, "Minute"}, {time.Second, "Second"},
	{time.Millisecond, "Millisecond"}, {time.Microsecond, "Microsecond"}, {time.Nanosecond, "Nanosecond"},
}

// SpellDuration writes d as a product with the largest unit that divides it; timeName is the file's name for package
// time.
func SpellDuration(d time.Duration, timeName string) string {
	for _, u := range units {
		switch {
		case d == u.unit:
			return timeName + "." + u.name
		case d != 0 && d%u.unit == 0:
			return fmt.Sprintf("%d*%s.%s", d/u.unit, timeName, u.name)
		}
	}
	return "0"
}

// A constant whose name holds one of these bounds something else than a call to a downstream.
var notForCalls = []string{
	"idle", "shutdown", "drain", "lock", "session", "keepalive", "lease", "poll", "cache", "write", "read", "dial",
	"handshake", "connect", "header", "token", "stop", "close", "test", "min",
}

// Names, without "timeout", that mean timeouts in general, best first.
var general = []string{"default", "", "request", "call", "client", "http", "rpc", "downstream", "upstream", "query", "api"}

// timeoutConst is the package-level constant that a reader would take; nil if there is none or no single best one.
// A constant of a test file is not there for other files.
func (f *File) timeoutConst(pos token.Pos) *types.Const {
	if f.Pkg == nil {
		return nil
	}
	var best *types.Const
	bestRank, ties := len(general)+1, 0
	scope := f.Pkg.Scope()
	for _, name := range scope.Names() {
		c, ok := scope.Lookup(name).(*types.Const)
		if !ok || !isDuration(c.Type()) || strings.HasSuffix(f.Fset.File(c.Pos()).Name(), "_test.go") {
			continue
		}
		if v, exact := constant.Int64Val(constant.ToInt(c.Val())); !exact || time.Duration(v) < time.Millisecond {
			continue
		}
		if s := f.scope(pos); s != nil {
			if _, obj := s.LookupParent(name, pos); obj != c {
				continue // shadowed here
			}
		}
		rank := timeoutRank(name)
		switch {
		case rank < bestRank:
			best, bestRank, ties = c, rank, 0
		case rank == bestRank:
			ties++
		}
	}
	if ties > 0 || bestRank > len(general) {
		return nil
	}
	return best
}

// timeoutRank orders names by how generally they are meant; over len(general) means not at all.
func timeoutRank(name string) int {
	low := strings.ToLower(name)
	if !strings.Contains(low, "timeout") {
		return len(general) + 1
	}
	for _, other := range notForCalls {
		if strings.Contains(low, other) {
			return len(general) + 1
		}
	}
	rest := strings.Replace(low, "timeout", "", 1)
	for i, g := range general {
		if rest == g {
			return i
		}
	}
	return len(general)
}

func isDuration(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == "Duration" && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "time"
}
