package session

import (
	"go/token"
	"slices"

	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/facts"
	"github.com/budgetlint/budgetlint/runtime/contract"
)

// Call is what is known about a downstream call.
type Call struct {
	At   Span   // the called function as the source spells it
	Name string // the called function
	Why  string // what it reaches and what bounds it, a line each; the first is Name
	// Rows are the contract's for it, one for each aggregator that names it; none without a contract or a name.
	Rows     []Row
	Contract string // the file
}

// Row is one row of the contract.
type Row struct {
	Aggregator *contract.Aggregator
	*contract.Downstream
}

// CallAt returns what is known about the downstream call whose function is spelt at an offset of a file of p; nil if
// there is none.
func (s *Session) CallAt(p *Package, file string, offset int) (*Call, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := p.c
	if s.checked[p.Path] != c || !c.full {
		return nil, ErrStale
	}
	i := slices.IndexFunc(c.sources, func(src *source) bool { return src.name == file })
	if i < 0 || offset < 0 || offset > c.sources[i].tf.Size() {
		return nil, nil
	}
	pos := c.sources[i].tf.Pos(offset)
	var why func(token.Pos) string
	var down *downstream.Result
	var dirs *config.Directives
	for _, a := range facts.Reach(c.list) {
		switch r := c.run.Result(a).(type) {
		case interface{ Why(token.Pos) string }: // of the pass deadline
			why = r.Why
		case *downstream.Result:
			down = r
		case *config.Directives:
			dirs = r
		}
	}
	if down == nil || why == nil {
		return nil, nil
	}
	var best *downstream.Call
	for _, call := range down.Calls {
		// Only where its function is spelt: an argument may be a function literal of many lines.
		if len(call.Effects()) > 0 && call.Expr.Pos() <= pos && pos <= call.Expr.Lparen && (best == nil || best.Expr.Pos() < call.Expr.Pos() || best.Expr.End() > call.Expr.End()) {
			best = call
		}
	}
	if best == nil {
		return nil, nil
	}
	found := &Call{Name: best.Name(), Why: why(best.Expr.Lparen)}
	found.At, _ = s.span(best.Expr.Fun.Pos(), best.Expr.Fun.End())
	if dirs != nil && best.Fn != nil && c.conf.Contract != nil {
		if d, ok := dirs.Downstream(best.Fn); ok {
			found.rows(c.conf.Contract, d.Name)
		}
	}
	return found, nil
}

// rows finds the contract's rows of a name.
func (c *Call) rows(of *contract.Contract, name string) {
	c.Contract = of.File
	for i := range of.Aggregators {
		if d := of.Aggregators[i].Downstream(name); d != nil {
			c.Rows = append(c.Rows, Row{&of.Aggregators[i], d})
		}
	}
}
