package lockedcall

import (
	"fmt"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/effect"
	"github.com/budgetlint/budgetlint/internal/held"
	"github.com/budgetlint/budgetlint/internal/rule"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// New makes the rule for one environment.
func New(env *rule.Env) *analysis.Analyzer {
	return env.Make("lockedcall", Doc, func(pass *analysis.Pass, report func(rule.Finding)) {
		known := pass.ResultOf[env.Effect].(*effect.Result)
		seen := map[*downstream.Call]bool{}
		for _, r := range pass.ResultOf[env.Held].(*held.Result).Regions {
			if r.In.Test || seen[r.Calls[0]] || !r.Tx && deliberate(&r, known) {
				continue
			}
			seen[r.Calls[0]] = true
			report(finding(pass.Fset, &r))
		}
	}, env.Held, env.Effect)
}

// alone are the words of functions that run while nobody else wants the lock, or that get what everybody needs first;
// inRow those of mutexes that are there to put the calls in a row.
var (
	alone = []string{"new", "init", "setup", "start", "open", "connect", "reconnect", "dial", "close", "shutdown", "stop",
		"cleanup", "release", "unlock", "drain", "flush", "destroy", "disconnect", "terminate", "main", "test", "mock", "fake", "migrate", "migration", "lock", "abort",
		"login", "auth", "authenticate", "authorize", "token", "refresh", "exchange", "session"}
	inRow = []string{"write", "send", "conn", "io", "dial", "request", "req", "serial", "refresh", "update", "sync", "run", "init", "once",
		"token", "fetch", "flight", "load", "job", "task", "migrate", "exec", "call", "op", "api", "client", "connect", "login", "auth", "get", "analyze"}
)

// deliberate: the lock is there for the call.
func deliberate(r *held.Region, known *effect.Result) bool {
	if r.PerKey || r.Cached || r.Lone && !r.Lazy || syntax.HasWord(r.In.Name(), alone...) || syntax.HasWord(r.What, inRow...) {
		return true
	}
	if !r.Told && !r.Lazy && slices.ContainsFunc(r.Calls, func(c *downstream.Call) bool { return writes(c) || known.Writes(c.Expr) }) {
		return true // one write at a time, or read, change and write back: it would be wrong without the lock
	}
	for _, c := range r.Calls {
		if !onConnection(c) && !(c.Fn != nil && syntax.HasWord(c.Fn.Name(), alone...)) {
			return false
		}
	}
	return true
}

func writes(c *downstream.Call) bool {
	return slices.ContainsFunc(c.Effects(), func(r downstream.Reach) bool { return r.Effect == catalog.Write })
}

// onConnection: the mutex of a connection puts its reads and writes in a row. The call is a read, write or command on an open connection.
func onConnection(c *downstream.Call) bool {
	if c.Sink != nil {
		return c.Sink.Protocol == "net" && !c.Sink.Dial
	}
	for _, r := range c.Reach {
		if r.Protocol != "net" {
			return false
		}
	}
	return true
}

func finding(fset *token.FileSet, r *held.Region) rule.Finding {
	c := r.Calls[0]
	f := rule.Finding{Pos: c.Expr.Pos(), End: c.Expr.End()}
	what := c.Name()
	if c.Sink == nil && len(c.Reach) > 0 {
		reach := c.Reach[0]
		for _, x := range c.Reach {
			if r.Tx && reach.Protocol == "sql" {
				reach = x
			}
		}
		if what != reach.Sink {
			what += ", which waits for " + reach.Sink
		}
		f.Path = append([]string{}, reach.Path...)
	}
	if len(r.Calls) > 1 {
		what += fmt.Sprintf(", and %d more", len(r.Calls)-1)
	}
	if r.Tx {
		f.Message = "the transaction " + r.What + " stays open during " + what + ": its locks and its connection are held that long; call after the commit, or write a row that is sent later"
		if r.What == "the transaction" {
			f.Message = "the transaction stays open during " + what + ": its locks and its connection are held that long; call after the commit, or write a row that is sent later"
		}
	} else {
		kind := ""
		if r.Read {
			kind = " (for reading)"
		}
		f.Message = r.What + " is locked" + kind + " (" + at(fset, r.From.Pos()) + ") during " + what + ": all who need it wait as long; copy what the call needs, unlock, then call"
	}
	f.Related = []analysis.RelatedInformation{{Pos: r.From.Pos(), End: r.From.Pos(), Message: "held from here"}}
	for _, more := range r.Calls[1:] {
		f.Related = append(f.Related, analysis.RelatedInformation{Pos: more.Expr.Pos(), End: more.Expr.End(), Message: "and during " + more.Name()})
	}
	return f
}

func at(fset *token.FileSet, pos token.Pos) string {
	p := fset.Position(pos)
	return filepath.Base(p.Filename) + ":" + strconv.Itoa(p.Line)
}
