package downstream

import (
	"go/types"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// likely: in layered code most calls go through an interface whose implementation is out of sight. A method with a
// context first and an error last, on an interface that is named like a client (network) or a repository (SQL), is
// probably remote. An implementation in sight decides instead.
func (r *runner) likely(c *Call) bool {
	if !syntax.IsInterface(c.Fn) {
		return false
	}
	if _, seen := r.impls[r.MethodKey(c)]; seen {
		return false
	}
	return r.sounds(c.Fn)
}

// sounds: the method and its interface, which is the module's own, have the form and the name of something remote.
func (r *runner) sounds(fn *types.Func) bool {
	sig := fn.Signature()
	if syntax.CtxParam(sig) != 0 || sig.Results().Len() == 0 || !syntax.IsError(sig.Results().At(sig.Results().Len()-1).Type()) {
		return false
	}
	name := syntax.NameOf(sig.Recv().Type())
	if name == nil || name.Pkg() == nil || !r.sameModule(name.Pkg()) && name.Pkg() != r.pass.Pkg {
		return false
	}
	return soundsRemote(name)
}

// soundsRemote decides by the last word of the interface's name; a word for something local outweighs it.
func soundsRemote(name *types.TypeName) bool {
	words := syntax.Words(name.Name())
	for _, w := range words {
		switch w {
		case "memory", "mem", "cache", "cached", "local", "fake", "mock", "stub", "noop", "clock", "config", "logger", "log", "file":
			return false
		}
	}
	switch words[len(words)-1] {
	case "client", "service", "gateway", "api", "provider", "fetcher", "loader", "repo", "repository", "store", "dao":
		return true
	}
	return false
}
