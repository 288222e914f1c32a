package facts

import (
	"context"
	"fmt"
	"runtime/debug"

	"golang.org/x/tools/go/analysis"
)

// Run is one run of analyzers on one package, one after the other. Not safe for concurrent use.
type Run struct {
	Pass  analysis.Pass // what all passes share: files, types, module
	Facts *Set

	steps map[*analysis.Analyzer]*Step
}

// Step is one analyzer's part of a run.
type Step struct {
	Result      any
	Err         error // also a panic, with its stack
	Diagnostics []analysis.Diagnostic
}

// Exec runs a after all that it requires, each once in a run. When ctx ends, what has not begun fails with its error.
func (r *Run) Exec(ctx context.Context, a *analysis.Analyzer) *Step {
	if s := r.steps[a]; s != nil {
		return s
	}
	if r.steps == nil {
		r.steps = make(map[*analysis.Analyzer]*Step)
	}
	s := new(Step)
	r.steps[a] = s
	inputs := make(map[*analysis.Analyzer]any)
	for _, req := range a.Requires {
		below := r.Exec(ctx, req)
		if below.Err != nil {
			s.Err = below.Err // the cause says more than "failed prerequisites"
			return s
		}
		inputs[req] = below.Result
	}
	if s.Err = ctx.Err(); s.Err != nil {
		return s
	}
	pass := r.Pass
	pass.Analyzer, pass.ResultOf = a, inputs
	pass.Report = func(d analysis.Diagnostic) { s.Diagnostics = append(s.Diagnostics, d) }
	r.Facts.Serve(&pass)
	if s.Result, s.Err = run(&pass); s.Err != nil {
		s.Err = fmt.Errorf("%s: %s: %w", pass.Pkg.Path(), a.Name, s.Err)
	}
	return s
}

func run(pass *analysis.Pass) (result any, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = Panicked(r)
		}
	}()
	return pass.Analyzer.Run(pass)
}

// Panicked is the error for a panic in one of our analyzers; it is called where that is recovered.
func Panicked(r any) error {
	return fmt.Errorf("panic: %v: please report this with the stack:\n%s", r, debug.Stack())
}

// Result is what a gave, nil if it has not run or failed.
func (r *Run) Result(a *analysis.Analyzer) any {
	if s := r.steps[a]; s != nil && s.Err == nil {
		return s.Result
	}
	return nil
}
