package fix

import (
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Statement returns the innermost statement of a statement list (of a block, a case or a select clause) on path, which
// runs from a node outwards as astutil.PathEnclosingInterval gives it; nil if there is none. For a node in the header
// of an if, for or switch it is that whole statement.
func Statement(path []ast.Node) ast.Stmt {
	for i := 0; i+1 < len(path); i++ {
		stmt, ok := path[i].(ast.Stmt)
		if !ok {
			continue
		}
		for _, s := range syntax.List(path[i+1]) {
			if s == stmt {
				return stmt
			}
		}
	}
	return nil
}

// Path is the nodes around n, from n outwards.
func (f *File) Path(n ast.Node) []ast.Node {
	path, _ := astutil.PathEnclosingInterval(f.Syntax, n.Pos(), n.End())
	return path
}

// StatementOf returns the innermost statement of a list that holds n; nil if there is none.
func (f *File) StatementOf(n ast.Node) ast.Stmt { return Statement(f.Path(n)) }

// InsertBefore returns the edit that puts lines before stmt, which must be in a statement list, at its indentation. A
// comment that leads stmt (a directive, say) stays with it.
func (f *File) InsertBefore(stmt ast.Stmt, lines ...string) analysis.TextEdit {
	at := f.Leading(stmt)
	indent := "\n" + strings.Repeat("\t", f.depth(stmt))
	text := strings.ReplaceAll(strings.Join(lines, "\n"), "\n", indent)
	return insert(at, text+indent)
}

// Leading is the start of the comments that stand right above stmt, or of stmt.
func (f *File) Leading(stmt ast.Stmt) token.Pos {
	floor := f.line(f.before(stmt)) // the line on which what comes before stmt ends
	start := stmt.Pos()
	for i := len(f.Syntax.Comments) - 1; i >= 0; i-- {
		c := f.Syntax.Comments[i]
		if c.Pos() >= start {
			continue
		}
		if f.line(c.End()) != f.line(start)-1 || f.line(c.Pos()) <= floor {
			break
		}
		start = c.Pos()
	}
	return start
}

// before is where the text before stmt ends: the statement above it, or what opens its list.
func (f *File) before(stmt ast.Stmt) token.Pos {
	for _, n := range f.Path(stmt) {
		list := syntax.List(n)
		for i, s := range list {
			if s != stmt {
				continue
			}
			if i > 0 {
				return list[i-1].End()
			}
			switch n := n.(type) {
			case *ast.BlockStmt:
				return n.Lbrace
			case *ast.CaseClause:
				return n.Colon
			case *ast.CommClause:
				return n.Colon
			}
		}
	}
	return f.Syntax.Package
}

// Trail is the end of the comment behind stmt on its last line, or of stmt.
func (f *File) Trail(stmt ast.Stmt) token.Pos {
	for _, n := range f.Path(stmt) {
		for _, s := range syntax.List(n) {
			if s.Pos() > stmt.Pos() && f.line(s.Pos()) == f.line(stmt.End()) {
				return stmt.End()
			}
		}
	}
	return max(stmt.End(), f.endOfLine(stmt.End()))
}

// depth counts the blocks and clauses around stmt: gofmt indents by one for each. The bodies of switch and select are
// not indented themselves.
func (f *File) depth(stmt ast.Stmt) int {
	n := 0
	path := f.Path(stmt)
	for i, node := range path {
		switch node.(type) {
		case *ast.CaseClause, *ast.CommClause:
			n++
		case *ast.BlockStmt:
			if node == ast.Node(stmt) {
				continue
			}
			if i+1 < len(path) {
				switch path[i+1].(type) {
				case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
					continue
				}
			}
			n++
		}
	}
	return n
}
