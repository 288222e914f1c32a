package effect

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// stores: the call itself writes a file, or tells an interface to keep something. That the store may be a local one
// changes nothing: who reads, changes and writes back does so one at a time. Files of the call's own (os.CreateTemp, and
// what a defer removes) order nothing.
func (m *model) stores(call *ast.CallExpr, t syntax.Target) bool {
	if t.Fn == nil || m.calls[call] != nil {
		return false
	}
	switch {
	case t.Fn.Pkg() == nil:
		return false
	case t.Fn.Pkg().Path() == "os":
		return m.writesFile(call, t)
	case syntax.IsFunc(t.Fn, "io/ioutil", "WriteFile"):
		return true
	case syntax.IsInterface(t.Fn):
		return m.keeps(t)
	}
	// quick.Config.Save(file), of another module
	return t.Func == nil && t.Recv != nil && !m.ours(t.Fn.Pkg()) && t.Fn.Name() == "Save"
}

// housekeeps: what the function keeps is for itself, so that the next call has it easier: a token, a cache.
func (m *model) housekeeps(fn *types.Func) bool {
	return slices.ContainsFunc(m.said(fn).words, func(w string) bool {
		switch w {
		case "token", "tokens", "auth", "login", "authenticate", "credentials", "session", "cache", "cached", "cookie", "cookies":
			return true
		}
		return false
	})
}

// fileWrites are the functions of package os, and the methods of os.Root, that change the file system.
var fileWrites = strings.Fields("Create WriteFile Rename Remove RemoveAll Mkdir MkdirAll Symlink Link Truncate Chmod Chown Chtimes OpenFile")

func (m *model) writesFile(call *ast.CallExpr, t syntax.Target) bool {
	if !slices.Contains(fileWrites, t.Fn.Name()) || t.Recv != nil && !syntax.Is(m.Info.TypeOf(t.Recv), "os", "Root") {
		return false
	}
	if _, late := m.Parent(call).(*ast.DeferStmt); late {
		return false
	}
	if t.Fn.Name() != "OpenFile" || len(call.Args) < 2 {
		return true
	}
	flags := m.Info.Types[call.Args[1]].Value
	return flags == nil || flags.Kind() != constant.Int || constant.Sign(flags) != 0 // O_RDONLY
}

// keepVerbs tell a store to keep something else than before.
var keepVerbs = strings.Fields("update save put create delete insert remove upsert persist replace patch")

// keepsNothing are words of interfaces whose methods have such names for other reasons: caches are filled from many
// sides at once, and factories make.
var keepsNothing = strings.Fields("cache cacher lru memo factory builder maker creator collector metrics recorder writer buffer")

// keeps: an interface is told to keep something, and may fail: store.UpdateEndpoint(id, e) error. A collection whose
// methods cannot fail is one in memory.
func (m *model) keeps(t syntax.Target) bool {
	if t.Recv == nil || !slices.Contains(keepVerbs, firstWord(t.Fn.Name())) || catalog.ReadVerb(t.Fn.Name()) {
		return false
	}
	sig := t.Fn.Signature()
	n := sig.Results().Len()
	if n == 0 || !syntax.IsError(sig.Results().At(n-1).Type()) || n > 1 && types.IsInterface(sig.Results().At(0).Type()) {
		return false
	}
	name := syntax.NameOf(m.Info.TypeOf(t.Recv))
	if n > 1 && firstWord(t.Fn.Name()) == "create" { // CreateSignature(text) (string, error) makes; Store.Create keeps too
		return name != nil && syntax.HasWord(name.Name(), "store", "storage", "repo", "repository", "dao", "db", "tx")
	}
	return name == nil || !syntax.HasWord(name.Name(), keepsNothing...)
}
