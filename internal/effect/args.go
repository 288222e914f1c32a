package effect

import (
	"go/ast"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// typed: the items are words of a command line, nearly always one or two: os.Args, flag.Args(), the Args of a command
// line library's context, the args of a cobra command, the values of a flag that may be given more than once, and what
// is called args and is a list of words.
func (m *model) typed(e ast.Expr) bool { return m.typedBy(e, 0) }

// typedSize: i < len(args)
func (m *model) typedSize(cond ast.Expr) bool {
	less, ok := cond.(*ast.BinaryExpr)
	if !ok {
		return false
	}
	size, ok := ast.Unparen(less.Y).(*ast.CallExpr)
	return ok && len(size.Args) == 1 && types.ExprString(size.Fun) == "len" && m.typed(size.Args[0])
}

func (m *model) typedBy(e ast.Expr, depth int) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.SliceExpr:
		return m.typedBy(e.X, depth)
	case *ast.CallExpr:
		return m.argsCall(e, depth)
	case *ast.SelectorExpr:
		if v, ok := m.Info.Uses[e.Sel].(*types.Var); ok {
			return m.argsVar(v)
		}
	case *ast.Ident:
		v, ok := m.Info.Uses[e].(*types.Var)
		if !ok {
			return false
		}
		if m.argsVar(v) || m.ofCommand(v) {
			return true
		}
		for _, d := range m.All(v) {
			if depth < 3 && d.Kind == syntax.Assigned && d.Index == 0 && d.Rhs != nil && m.typedBy(d.Rhs, depth+1) {
				return true
			}
		}
	}
	return false
}

// argsVar: os.Args, o.args, args []string.
func (m *model) argsVar(v *types.Var) bool {
	switch v.Name() {
	case "args", "Args", "argv", "cliArgs", "cmdArgs", "cmdlineArgs":
		return words(v.Type())
	}
	return false
}

// words: a list of strings.
func words(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	if !ok {
		return false
	}
	b, ok := s.Elem().Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// argsCall: flag.Args(), fs.Args(), c.Args().Slice().
func (m *model) argsCall(call *ast.CallExpr, depth int) bool {
	t := m.Target(call)
	if t.Fn == nil {
		return false
	}
	switch t.Fn.Name() { // cmd.Flags().GetStringSlice("volume"); a configuration file lists more
	case "GetStringSlice", "GetStringArray", "StringSlice", "StringArray":
		if t.Recv == nil {
			return t.Fn.Pkg() != nil && syntax.HasWord(t.Fn.Pkg().Name(), "flag", "flags", "pflag")
		}
		name := syntax.NameOf(m.Info.TypeOf(t.Recv))
		return name != nil && !syntax.HasWord(name.Name(), "viper")
	}
	if len(call.Args) > 0 {
		return false
	}
	switch t.Fn.Name() {
	case "Args":
		if t.Recv == nil {
			return syntax.IsFunc(t.Fn, "flag", "Args") || t.Fn.Pkg() != nil && t.Fn.Pkg().Name() == "pflag"
		}
		name := syntax.NameOf(m.Info.TypeOf(t.Recv))
		return name != nil && (name.Name() == "FlagSet" || name.Name() == "Command" || name.Name() == "Context" && !syntax.IsContext(name.Type()))
	case "Slice", "Tail":
		return t.Recv != nil && depth < 3 && m.typedBy(t.Recv, depth+1)
	}
	return false
}

// ofCommand: v is the list of words that a function is given together with a cobra command.
func (m *model) ofCommand(v *types.Var) bool {
	if !words(v.Type()) {
		return false
	}
	for _, d := range m.All(v) {
		if d.Kind != syntax.Param || d.Func == nil || d.Func.Sig == nil {
			continue
		}
		for p := range d.Func.Sig.Params().Variables() {
			if syntax.Is(p.Type(), "github.com/spf13/cobra", "Command") {
				return true
			}
		}
	}
	return false
}
