package blindretry

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/attempt"
	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/rule"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// New makes the rule for one environment.
func New(env *rule.Env) *analysis.Analyzer {
	return env.Make("blindretry", Doc, func(pass *analysis.Pass, report func(rule.Finding)) {
		for _, r := range pass.ResultOf[env.Attempt].(*attempt.Result).Retries {
			if r.In.Test {
				continue
			}
			if found, ok := judge(r); ok {
				found.Fixes = fixes(pass, env.Config, r)
				report(found)
			}
		}
	}, env.Attempt)
}

// fault is one thing that is wrong with a retry.
type fault struct {
	category string
	at       ast.Node
	says     string // as the finding
	also     string // as an addition to another one
}

// judge reports the first fault that holds, and names the others.
func judge(r *attempt.Retry) (rule.Finding, bool) {
	var faults []fault
	if r.Lib != nil || r.Helper {
		faults = library(r)
	} else {
		faults = loop(r)
	}
	if len(faults) == 0 {
		return rule.Finding{}, false
	}
	first := faults[0]
	msg := first.says
	var also []string
	for _, f := range faults[1:] {
		also = append(also, f.also)
	}
	if len(also) > 0 {
		msg += "; also " + strings.Join(also, ", ")
	}
	found := rule.Finding{Pos: first.at.Pos(), End: first.at.End(), Category: first.category, Message: msg}
	if s, ok := first.at.(ast.Stmt); ok && first.at == r.Node { // a loop: its header, not its body
		found.End = header(s)
	}
	return found, true
}

// loop judges a loop, in the order in which its faults cost: nocap, budget, sleep, class, nobackoff, poll.
func loop(r *attempt.Retry) (out []fault) {
	sleep := sleeps(r)
	known := r.Remote || r.Given
	if r.Poll {
		if sleep != nil && r.Hand != "" && !r.Looks && known && !(r.Ends && sleep.Short) { // else the next question ends it soon enough
			out = append(out, fault{"poll", sleep.Node, r.Name + " is asked again after a sleep that does not hear the end of " + r.Hand + ": wait in a select with " + r.Hand + ".Done()", ""})
		}
		return out
	}
	ended := r.Sentinel && r.Given && r.Hand != "" // the call says that its context is over, and that ends the loop
	if !r.Capped && !r.Looks && !r.Behind && known && !ended {
		out = append(out, fault{"nocap", r.Node, r.Name + " is tried again after every failure, with no limit on attempts or time: count them, or stop at a deadline", ""})
	}
	if r.Hand != "" && !r.Looks && !r.Given && r.Remote {
		at := r.Node
		if sleep != nil {
			at = sleep.Node
		}
		out = append(out, fault{"budget", at, r.Name + " is tried again although " + r.Hand + " may be over: look at it before the next attempt",
			"nothing looks at " + r.Hand + " before the next attempt (budget)"})
	}
	if sleep != nil && r.Hand != "" && (known || r.Call != nil) {
		out = append(out, fault{"sleep", sleep.Node, "the pause between attempts of " + r.Name + " does not hear the end of " + r.Hand + ": wait in a select with " + r.Hand + ".Done()",
			"the pause does not hear its end (sleep)"})
	}
	if r.Status != nil {
		out = append(out, fault{"class", r.Status, r.Name + " is tried again for every status of 400 and more (" + types.ExprString(r.Status) + "): a request that is refused once is refused again, 408 and 429 aside",
			"refused requests are repeated too (class)"})
	} else if r.Unsafe != nil && !r.Picks {
		out = append(out, repeatsWrite(r))
	}
	return append(out, backoff(r)...)
}

// sleeps returns the first pause that nothing ends early.
func sleeps(r *attempt.Retry) *attempt.Wait {
	for i := range r.Waits {
		if w := &r.Waits[i]; w.Sleep && !w.Trivial {
			return w
		}
	}
	return nil
}

// fewAttempts may follow each other at once: a stale connection, a lost race.
const fewAttempts = 3

// backoff: no pause at all, or always the same one and no end but the context. A select that hears the context may wait
// evenly for something to come up; where writers collided, all of them come back together.
func backoff(r *attempt.Retry) []fault {
	if !r.Remote {
		return nil
	}
	if len(r.Waits) == 0 && !r.Paused && (!r.Sentinel || r.Transient) && (r.Max == 0 || r.Max > fewAttempts) {
		return []fault{{"nobackoff", r.Node, r.Name + " is tried again at once, without a pause in which it could recover", "there is no pause in between (nobackoff)"}}
	}
	if r.Capped {
		return steady(r)
	}
	for _, w := range r.Waits {
		if !w.Fixed || w.Sleep && (r.Hand == "" || r.Looks) || !w.Sleep && !r.Sentinel {
			return nil
		}
	}
	if len(r.Waits) == 0 || r.Timed {
		return nil
	}
	w := r.Waits[0]
	return []fault{{"nobackoff", w.Node, r.Name + " is tried again every " + types.ExprString(w.Delay) + " for as long as it fails: let the pause grow, with jitter, and count the attempts",
		"the pause is always the same (nobackoff)"}}
}

// atStart are the words of functions that wait for something at the program's start, where the pause costs nobody's time.
var atStart = []string{"new", "init", "main", "run", "start", "setup", "boot", "bootstrap", "connect", "open", "dial", "migrate", "wait", "ready",
	"ping", "health", "healthy", "running", "alive", "must", "serve", "load", "install", "acquire", "lock", "close", "stop", "shutdown", "cleanup"}

// steady: a bounded loop that always sleeps equally long, out of sight of any context, and more than a few times. All who
// call it come back at once.
func steady(r *attempt.Retry) []fault {
	w := sleeps(r)
	if w == nil || !w.Fixed || r.Max > 0 && r.Max <= fewAttempts || r.Hand != "" || r.Behind || r.Sentinel || r.Timed || syntax.HasWord(r.In.Name()+"_"+strings.ReplaceAll(r.Name, ".", "_"), atStart...) {
		return nil
	}
	return []fault{{"nobackoff", w.Node, r.Name + " is tried again every " + types.ExprString(w.Delay) + ", and all who failed together come back together: let the pause grow, with jitter", ""}}
}

// library judges a call that hands a function over to be repeated.
func library(r *attempt.Retry) (out []fault) {
	if !r.Remote {
		return nil
	}
	if r.Helper {
		return helper(r)
	}
	switch r.Lib.Form {
	case catalog.OnConflict:
		return nil
	case catalog.OnAbort:
		if r.Abort != nil {
			out = append(out, fault{"class", r.Abort.Expr, r.Abort.Name() + " is called again whenever " + r.Name + " runs its function again, and is not undone with the transaction: call it after the commit", ""})
		}
		return out
	case catalog.OnAnswer:
		if r.Hand != "" && r.Context == nil && !r.Looks {
			out = append(out, fault{"poll", r.Node, r.Name + " goes on asking when " + r.Hand + " is over: use the form that takes a context", ""})
		}
		return out
	}
	if !r.Capped && r.Context == nil && !r.Looks && !r.Behind {
		out = append(out, fault{"nocap", r.Node, r.Name + " goes on for ever: nothing limits its attempts or the time that they take", ""})
	}
	if r.Hand != "" && r.Context == nil && !r.Looks {
		out = append(out, fault{"budget", r.Node, r.Name + " goes on when " + r.Hand + " is over: give it that context" + defaults(r),
			"it never sees " + r.Hand + " (budget)"})
	}
	if r.Unsafe != nil && !r.Picks {
		out = append(out, repeatsWrite(r))
	}
	return out
}

// helper judges a call of a function of the module that repeats what it is given, for what only the caller knows: that
// there is a context, or that the work goes out.
func helper(r *attempt.Retry) (out []fault) {
	if !r.Capped && !r.Looks && !r.Behind {
		out = append(out, fault{"nocap", r.Node, r.Name + " goes on for ever: nothing limits its attempts or the time that they take", ""})
	}
	if r.Deaf && r.Hand != "" && !r.Looks {
		out = append(out, fault{"budget", r.Node, r.Name + " goes on, and sleeps, when " + r.Hand + " is over: let it take that context and wait in a select with it",
			"it never sees " + r.Hand + " (budget)"})
	}
	return out
}

// repeatsWrite: the answer of a write may be lost although the write was made.
func repeatsWrite(r *attempt.Retry) fault {
	return fault{"class", r.Unsafe, "a write that is repeated when its answer is lost is made twice: give it a key, or say what to do with what is there (ON CONFLICT), or do not try it again",
		"the write may be made twice (class)"}
}

func defaults(r *attempt.Retry) string {
	if r.Lib.Why == "" {
		return ""
	}
	return " (" + r.Lib.Why + ")"
}
