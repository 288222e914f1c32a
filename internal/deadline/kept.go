package deadline

import (
	"go/ast"
	"slices"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// keptParam is a parameter (or a field of it) whose http.Client a function keeps, and methods use later:
//
//	func New(hc *http.Client) *Client { return &Client{hc: hc} }
//	func (c *Client) Get(url string) … { c.hc.Get(url) }
//
// Its uses are counted in a site of their own until a call shows which client it is.
type keptParam struct {
	f     *syntax.Func
	index int
	field string
}

// KeptFact tells importers about a keptParam: some use certainly has no deadline (Sure), or somebody else decides.
type KeptFact struct {
	Index   int
	Field   string
	Sure    bool
	NilOpen bool
	Kind    Kind
	Why     string
}

// keep returns the site of a client that a parameter of another function brought.
func (m *model) keep(c Client) *site {
	k := keptParam{c.Owner, c.Index, c.Field}
	if m.kept == nil {
		m.kept = map[keptParam]*site{}
	}
	s := m.kept[k]
	if s == nil {
		s = &site{client: c, kept: true}
		m.kept[k] = s
		m.keptOrder = append(m.keptOrder, k)
	}
	return s
}

// bindKept looks at the calls that hand a client to a function that keeps it, and charges an unlimited one with the
// uses. A function that hands its own parameter on keeps that too, so it takes rounds.
func (m *model) bindKept() {
	for round, before := 0, -1; round < 4 && len(m.keptOrder) > before; round++ {
		before = len(m.keptOrder)
		for _, file := range m.syn.Files {
			m.syn.Walk(file, syntax.Calls, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok {
					m.bindKeptCall(call)
				}
				return true
			})
		}
	}
}

func (m *model) bindKeptCall(call *ast.CallExpr) {
	t := m.syn.Target(call)
	if t.Fn == nil || t.Fn.Pkg() == nil {
		return
	}
	if t.Func != nil {
		for _, k := range m.keptOrder {
			if k.f == t.Func {
				s := m.kept[k]
				c := s.client
				m.charge(m.bindClient(c, t, call, 0), s, t, call)
			}
		}
		return
	}
	var fact Needs
	if t.Fn.Pkg() == m.pass.Pkg || !m.pass.ImportObjectFact(t.Fn, &fact) {
		return
	}
	for _, k := range fact.Kept {
		c := Client{State: ParamLimit, Index: k.Index, Field: k.Field, NilOpen: k.NilOpen, Kind: k.Kind, Why: k.Why}
		m.charge(m.bindClient(c, t, call, 0), &site{kept: true, elsewhere: true, sure: k.Sure}, t, call)
	}
}

// charge enters the uses of s into the accounts of the client that a call hands over.
func (m *model) charge(c Client, uses *site, t syntax.Target, call *ast.CallExpr) {
	if c.State == ParamLimit && c.Owner != nil {
		s := m.keep(c)
		s.merge(uses)
		return
	}
	sure := len(uses.definite) > 0 || uses.sure
	if c.State != Unlimited || c.Expr == nil || uses.stream || !sure && (uses.owned || c.Kind == Made) {
		return
	}
	s := m.site(c)
	s.merge(uses)
	if len(uses.definite) == 0 && s.handed == nil && (uses.sure || !uses.bounded) {
		s.handed, s.handedTo, s.handedPath = call, syntax.Spell(t.Fn), t.Fn.Pkg().Path()
	}
}

func (s *site) merge(o *site) {
	for _, c := range o.definite {
		if !slices.Contains(s.definite, c) {
			s.definite = append(s.definite, c)
		}
	}
	s.elsewhere, s.sure = s.elsewhere || o.elsewhere, s.sure || o.sure
	s.bounded, s.owned, s.stream = s.bounded || o.bounded, s.owned || o.owned, s.stream || o.stream
	if len(o.unsure) > 0 && len(s.unsure) == 0 {
		s.unsure = []*downstream.Call{o.unsure[0]}
	}
}

// keptFacts are the facts about f's parameters.
func (m *model) keptFacts(f *syntax.Func) []KeptFact {
	var out []KeptFact
	for _, k := range m.keptOrder {
		s := m.kept[k]
		sure := len(s.definite) > 0 || s.sure
		if k.f != f || s.stream || !sure && (s.owned || s.bounded || len(s.unsure) == 0 && !s.elsewhere) {
			continue
		}
		out = append(out, KeptFact{Index: k.index, Field: k.field, Sure: sure, NilOpen: s.client.NilOpen, Kind: s.client.Kind, Why: s.client.Why})
	}
	return out
}
