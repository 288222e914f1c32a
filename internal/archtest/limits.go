package archtest

import (
	"bytes"
	"fmt"
	"go/ast"
	"regexp"
	"strings"
)

const maxLines = 400

// long are the files that may pass maxLines.
var long = map[string]string{} // name: why

// mayPanic are the folders in which panic is part of the interface.
var mayPanic = map[string]string{
	"runtime": "misuse of the library (a nil context, a total below its margin) panics as in the standard library, and the documentation says so",
}

// mayInit are the packages that have a func init.
var mayInit = map[string]string{
	"plugin": "golangci-lint knows a plugin only by what its import registers",
}

func length(f *file) []Violation {
	n := bytes.Count(f.data, []byte("\n"))
	if n <= maxLines || long[f.name] != "" || ast.IsGenerated(f.ast) {
		return nil
	}
	return []Violation{{f.name, 0, fmt.Sprintf("%d lines, more than %d: is there a question in it that belongs to a file of its own?", n, maxLines)}}
}

func inits(f *file) []Violation {
	if mayInit[f.pkg()] != "" {
		return nil
	}
	var found []Violation
	for _, d := range f.ast.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
			found = append(found, f.at(fn.Pos(), "func init: what happens at import cannot be configured or tested; make a constructor"))
		}
	}
	return found
}

// exits finds what ends the process or unwinds the stack outside of a main package: os.Exit, log.Fatal…, log.Panic…
// and panic. A local package or function of that name is taken for the real one.
func exits(f *file) []Violation {
	if f.ast.Name.Name == "main" {
		return nil
	}
	top, _, _ := strings.Cut(f.name, "/")
	var found []Violation
	ast.Inspect(f.ast, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		name := ""
		switch fun := call.Fun.(type) {
		case *ast.Ident:
			if fun.Name == "panic" && mayPanic[top] == "" {
				name = "panic"
			}
		case *ast.SelectorExpr:
			x, ok := fun.X.(*ast.Ident)
			switch sel := fun.Sel.Name; {
			case !ok:
			case x.Name == "os" && sel == "Exit",
				x.Name == "log" && (strings.HasPrefix(sel, "Fatal") || strings.HasPrefix(sel, "Panic")):
				name = x.Name + "." + sel
			}
		}
		if name != "" {
			found = append(found, f.at(call.Pos(), "%s outside of main: return an error", name))
		}
		return true
	})
	return found
}

var machinePath = regexp.MustCompile(`(^|[^A-Za-z0-9_.~-])/(home|root|tmp|work|Users)/[A-Za-z.]`)

// machinePaths finds paths that exist on one machine only, in any kind of text file.
func machinePaths(f *file) []Violation {
	if strings.HasSuffix(f.name, ".sum") {
		return nil
	}
	var found []Violation
	for i, line := range bytes.Split(f.data, []byte("\n")) {
		if machinePath.Match(line) {
			found = append(found, Violation{f.name, i + 1, "absolute path of one machine: make it relative"})
		}
	}
	return found
}
