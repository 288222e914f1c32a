package config

import (
	"go/ast"
	"go/token"
)

// lineIndex says, for the lines of one file, whether code stands on them and how far what begins there reaches. Lines
// are those of FileSet.Position, so //line comments count.
type lineIndex struct {
	code  map[int]bool
	until map[int]int // line on which a node begins → last line of its header
}

// silenced returns the lines that an ignore in c covers. Behind code, that is its own line; on a line of its own, the
// line below its comment group (so several directives may stand above each other). If something longer begins there,
// its whole header is covered:
//
//	//budgetlint:ignore nodeadline the sidecar bounds it
//	resp, err := client.Do(
//		newRequest(user),
//	)
//
// but never the body of an if, a loop or a function literal: an ignore is for one call, not for a block.
func (r *fileReader) silenced(group *ast.CommentGroup, c *ast.Comment) (from, to int) {
	if r.lines == nil {
		r.lines = indexLines(r.fset, r.file)
	}
	line := r.fset.Position(c.Pos()).Line
	if !r.lines.code[line] {
		line = r.fset.Position(group.End()-1).Line + 1
	}
	return line, max(line, r.lines.until[line])
}

func indexLines(fset *token.FileSet, file *ast.File) *lineIndex {
	index := &lineIndex{code: map[int]bool{}, until: map[int]int{}}
	line := func(pos token.Pos) int { return fset.Position(pos).Line }
	ast.Inspect(file, func(n ast.Node) bool {
		switch n.(type) {
		case nil:
			return true
		case *ast.File:
			index.code[line(file.Package)] = true
			return true
		case *ast.Comment, *ast.CommentGroup:
			return false
		}
		if !n.Pos().IsValid() {
			return true
		}
		from := line(n.Pos())
		index.code[from] = true
		index.code[line(n.End()-1)] = true
		if to := line(headerEnd(n)); to > index.until[from] && index.begins(n) {
			index.until[from] = to
		}
		return true
	})
	return index
}

// begins leaves out nodes that begin in the middle of something: their length says nothing about the line.
func (index *lineIndex) begins(n ast.Node) bool {
	switch n.(type) {
	case *ast.BlockStmt, *ast.FieldList:
		return false
	}
	return true
}

// headerEnd is the last position of n before the first body, or parenthesised group of declarations, inside it.
func headerEnd(n ast.Node) token.Pos {
	end := n.End() - 1
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			end = min(end, n.Lbrace)
			return false
		case *ast.CaseClause:
			end = min(end, n.Colon)
			return false
		case *ast.CommClause:
			end = min(end, n.Colon)
			return false
		case *ast.GenDecl:
			if n.Lparen.IsValid() {
				end = min(end, n.Lparen)
				return false
			}
		}
		return true
	})
	return end
}
