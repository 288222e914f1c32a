package deadline

import (
	"slices"
	"strings"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// openUses are the uses of a client without a limit whose context nobody binds where it could be seen. Where a method does
// what an interface of the module asks for, whoever calls that interface decides; a root or a request that comes in there
// is reported there.
//
//	func (p HTTPProbe) Probe(ctx context.Context) error { … http.DefaultClient.Do(req) … }
//	ctx, cancel := context.WithTimeout(ctx, period/2); monitor.prober.Probe(ctx)    // in another package
func (m *model) openUses(s *site) []*downstream.Call {
	return slices.DeleteFunc(slices.Clone(s.unsure), func(c *downstream.Call) bool {
		return m.onParam(c, s) && m.decidedAbove(c.In.Root(), map[*syntax.Func]bool{})
	})
}

func (m *model) onParam(c *downstream.Call, s *site) bool {
	found := false
	for _, n := range m.at(c) {
		if n.Site == s {
			if n.Ctx.Origin != Param {
				return false
			}
			found = true
		}
	}
	return found
}

func (m *model) decidedAbove(f *syntax.Func, seen map[*syntax.Func]bool) bool {
	if f.Obj == nil || seen[f] {
		return f.Obj != nil
	}
	seen[f] = true
	if m.asked(f) {
		return true
	}
	if f.Obj.Exported() {
		return false
	}
	called := false
	for _, c := range m.down.Calls {
		if c.Func == f {
			if called = true; !m.decidedAbove(c.In.Root(), seen) {
				return false
			}
		}
	}
	return called
}

// asked: f is a method that an interface of the module asks for. That of a generated service is called by a framework,
// on the context of whoever sent the request.
func (m *model) asked(f *syntax.Func) bool {
	if f.Sig == nil || f.Sig.Recv() == nil {
		return false
	}
	for key, fs := range m.impls {
		if slices.Contains(fs, f) && m.ofModule(key) && !serves(key) {
			return true
		}
	}
	return false
}

// serves: the interface of the method with this key is a service's: shop.CheckoutServer, shopconnect.CartServiceHandler.
func serves(key string) bool {
	parts := strings.Split(key, ".")
	if len(parts) < 2 {
		return false
	}
	name := parts[len(parts)-2]
	return strings.HasSuffix(name, "Server") || strings.HasSuffix(name, "Handler")
}

// ofModule: the interface method with this key belongs to the module.
func (m *model) ofModule(key string) bool {
	in := func(path string) bool { return strings.HasPrefix(key, path+".") || strings.HasPrefix(key, path+"/") }
	if in(m.pass.Pkg.Path()) {
		return true
	}
	if mod := m.pass.Module; mod != nil && mod.Path != "" {
		return in(mod.Path)
	}
	return slices.ContainsFunc(m.cfg.Module, func(prefix string) bool { return in(strings.TrimSuffix(prefix, "/...")) })
}
