package bound

import (
	"go/ast"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// fromConfig: a collection that the program's own configuration lists. Somebody has written down each entry, so there are
// as many as fit into a file; nothing proves more than that.
//
//	for _, d := range cfg.Artifacts.Drivers { … }      peers := o.conf.Peers
func (m *model) fromConfig(e ast.Expr, depth int) bool {
	if depth > 6 || e == nil {
		return false
	}
	e = unparen(e)
	if saysConfig(syntax.Elem(m.info.TypeOf(e))) {
		return true
	}
	switch e := e.(type) {
	case *ast.UnaryExpr:
		return m.fromConfig(e.X, depth+1)
	case *ast.StarExpr:
		return m.fromConfig(e.X, depth+1)
	case *ast.SliceExpr:
		return m.fromConfig(e.X, depth+1)
	case *ast.CallExpr:
		t := m.syn.Target(e)
		if t.Recv != nil {
			return m.inConfig(t.Recv, depth)
		}
		return t.Fn != nil && t.Fn.Pkg() != nil && len(e.Args) > 0 && hasName(through[t.Fn.Pkg().Path()], t.Fn.Name()) && m.fromConfig(e.Args[0], depth+1)
	case *ast.SelectorExpr:
		if m.inConfig(e.X, depth) || m.tagged(e) {
			return true
		}
	case *ast.Ident:
	default:
		return false
	}
	v := m.syn.VarOf(e)
	if v == nil || v.IsField() && (v.Exported() || v.Pkg() != m.pass.Pkg) || len(m.syn.AddressTaken(v)) > 0 {
		return false
	}
	defs := m.syn.Reach(v, e)
	return len(defs) > 0 && !slices.ContainsFunc(defs, func(d *syntax.Def) bool { return !m.configDef(d, depth+1) })
}

func (m *model) configDef(d *syntax.Def, depth int) bool {
	switch d.Kind {
	case syntax.Zero:
		return true
	case syntax.Assigned:
		return d.Arity == 1 && m.fromConfig(d.Rhs, depth)
	case syntax.Param:
		f := d.Func
		if f == nil || d.Param < 0 || f.Obj == nil || f.Obj.Exported() || m.valued[f.Obj] || len(m.callers[f]) == 0 {
			return false
		}
		for _, call := range m.callers[f] {
			if !m.fromConfig(m.syn.Target(call).Arg(call, d.Param), depth) {
				return false
			}
		}
		return true
	}
	return false
}

// inConfig: the value, or one that it is a part of, is a configuration, or an entry that one lists.
func (m *model) inConfig(e ast.Expr, depth int) bool {
	for range 6 {
		if saysConfig(m.info.TypeOf(e)) {
			return true
		}
		if id, ok := unparen(e).(*ast.Ident); ok {
			defs := m.syn.Reach(m.syn.VarOf(id), id)
			return len(defs) == 1 && defs[0].Kind == syntax.Ranged && m.fromConfig(defs[0].Rhs, depth+1)
		}
		sel, ok := unparen(e).(*ast.SelectorExpr)
		if !ok {
			return false
		}
		if m.tagged(sel) {
			return true
		}
		e = sel.X
	}
	return false
}

// saysConfig: the type's name says that its values are settings.
func saysConfig(t types.Type) bool {
	if t == nil {
		return false
	}
	n := syntax.NameOf(t)
	return n != nil && syntax.HasWord(n.Name(), "config", "configuration", "cfg", "conf", "options", "opts", "settings")
}

// tagged: the field is read out of a file in a format that configurations are written in, and is in no answer of an API.
func (m *model) tagged(sel *ast.SelectorExpr) bool {
	s := m.info.Selections[sel]
	if s == nil || s.Kind() != types.FieldVal {
		return false
	}
	st, ok := syntax.Deref(s.Recv()).Underlying().(*types.Struct)
	if !ok || len(s.Index()) != 1 {
		return false
	}
	tag := reflect.StructTag(st.Tag(s.Index()[0]))
	has := func(keys ...string) bool {
		return slices.ContainsFunc(keys, func(k string) bool { _, ok := tag.Lookup(k); return ok })
	}
	return has("toml", "mapstructure", "koanf", "hcl", "env", "envconfig") || has("yaml") && !has("json") && !strings.Contains(st.Tag(s.Index()[0]), "db:")
}
