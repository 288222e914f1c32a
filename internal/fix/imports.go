package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Import returns the name by which code at pos can use the package importPath, and the edits that import it where it
// is not. pkgName is the name that the package declares; "" means the last element of its path. An import that exists
// is used, unless it is blank or a dot import, or its name means something else at pos.
//
// A new import goes into the group that its like are in, in gofmt's order; `import "C"` is left alone. Two fixes of one
// file that need the same package get the same edit, which Apply makes once.
func (f *File) Import(pos token.Pos, importPath, pkgName string) (name string, edits []analysis.TextEdit) {
	if pkgName == "" {
		pkgName = guessName(importPath)
	}
	for _, spec := range f.Syntax.Imports {
		if specPath(spec) != importPath {
			continue
		}
		name := f.nameOf(spec, pkgName)
		if name != "_" && name != "." && f.means(pos, name, importPath) {
			return name, nil
		}
	}
	name = pkgName
	for n := 1; !f.free(pos, name); n++ {
		name = pkgName + "pkg"
		if n > 1 {
			name += strconv.Itoa(n)
		}
	}
	text := strconv.Quote(importPath)
	if name != pkgName {
		text = name + " " + text
	}
	return name, []analysis.TextEdit{f.insertImport(importPath, text)}
}

// DropImport returns the edits that remove the import of importPath if removed, the nodes that a fix takes away, hold
// every use of it. Apply finds out by itself; hosts that apply edits blindly need to be told.
func (f *File) DropImport(importPath string, removed ...ast.Node) []analysis.TextEdit {
	if f.Info == nil {
		return nil
	}
	for _, spec := range f.Syntax.Imports {
		pkgName, ok := f.pkgName(spec)
		if !ok || specPath(spec) != importPath || pkgName.Name() == "." {
			continue
		}
		gone, left := 0, 0
		for id, obj := range f.Info.Uses {
			if obj != pkgName {
				continue
			}
			if within(id, removed) {
				gone++
			} else {
				left++
			}
		}
		if gone > 0 && left == 0 {
			return f.deleteSpec(spec)
		}
	}
	return nil
}

func within(n ast.Node, nodes []ast.Node) bool {
	for _, r := range nodes {
		if r.Pos() <= n.Pos() && n.End() <= r.End() {
			return true
		}
	}
	return false
}

func specPath(spec *ast.ImportSpec) string {
	p, _ := strconv.Unquote(spec.Path.Value)
	return p
}

var majorVersion = regexp.MustCompile(`^v[0-9]+$`)

// guessName is right for the standard library and for most modules: "example.com/go-redis/v9" is asked for by name.
func guessName(importPath string) string {
	base := path.Base(importPath)
	if majorVersion.MatchString(base) && strings.Contains(importPath, "/") {
		base = path.Base(path.Dir(importPath))
	}
	base, _, _ = strings.Cut(base, ".")
	return strings.ReplaceAll(base, "-", "")
}

func (f *File) pkgName(spec *ast.ImportSpec) (*types.PkgName, bool) {
	if f.Info == nil {
		return nil, false
	}
	if spec.Name != nil {
		p, ok := f.Info.Defs[spec.Name].(*types.PkgName)
		return p, ok
	}
	p, ok := f.Info.Implicits[spec].(*types.PkgName)
	return p, ok
}

func (f *File) nameOf(spec *ast.ImportSpec, pkgName string) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	if p, ok := f.pkgName(spec); ok {
		return p.Name()
	}
	return pkgName
}

// usedName is the name under which f used the import that spec, of an edited text of f, repeats; "" if it did not.
func (f *File) usedName(spec *ast.ImportSpec) string {
	for _, old := range f.Syntax.Imports {
		if specPath(old) != specPath(spec) || old.Name == nil != (spec.Name == nil) ||
			old.Name != nil && old.Name.Name != spec.Name.Name {
			continue
		}
		p, ok := f.pkgName(old)
		if !ok || p.Name() == "." || p.Name() == "_" {
			return ""
		}
		for _, obj := range f.Info.Uses {
			if obj == p {
				return p.Name()
			}
		}
	}
	return ""
}

// scope is the innermost scope at pos; nil where types are missing.
func (f *File) scope(pos token.Pos) *types.Scope {
	if f.Pkg == nil || f.Info == nil {
		return nil
	}
	if s := f.Pkg.Scope().Innermost(pos); s != nil {
		return s
	}
	return f.Info.Scopes[f.Syntax] // between declarations, or at the very end
}

// means reports whether name at pos is the package importPath.
func (f *File) means(pos token.Pos, name, importPath string) bool {
	s := f.scope(pos)
	if s == nil {
		return true
	}
	_, obj := s.LookupParent(name, pos)
	p, ok := obj.(*types.PkgName)
	return ok && p.Imported().Path() == importPath || obj == nil
}

// free reports whether an import called name would neither clash nor be shadowed at pos.
func (f *File) free(pos token.Pos, name string) bool {
	for _, spec := range f.Syntax.Imports {
		if f.nameOf(spec, guessName(specPath(spec))) == name {
			return false
		}
	}
	s := f.scope(pos)
	if s == nil {
		return !f.mentions(name)
	}
	if f.Pkg.Scope().Lookup(name) != nil {
		return false
	}
	_, obj := s.LookupParent(name, pos)
	return obj == nil || obj.Parent() == types.Universe && !f.mentions(name)
}

func (f *File) mentions(name string) bool {
	found := false
	ast.Inspect(f.Syntax, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			ast.Inspect(sel.X, func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				found = found || ok && id.Name == name
				return true
			})
			return false
		}
		id, ok := n.(*ast.Ident)
		found = found || ok && id.Name == name
		return true
	})
	return found
}

// insertImport puts a spec, given as text, where gofmt and goimports would have it.
func (f *File) insertImport(importPath, text string) analysis.TextEdit {
	group, decl := f.group(importPath)
	switch {
	case decl == nil: // no import but perhaps "C": right after the package clause
		return insert(f.endOfLine(f.Syntax.Name.End()), "\n\nimport "+text)
	case !decl.Lparen.IsValid():
		// import "a"
		spec := decl.Specs[0].(*ast.ImportSpec)
		return insert(endOfSpec(spec), "\nimport "+text)
	case group == nil && isStd(importPath): // a block of others: a group of its own, first
		return insert(startOfSpec(decl.Specs[0].(*ast.ImportSpec)), text+"\n\n\t")
	case group == nil:
		return insert(endOfSpec(decl.Specs[len(decl.Specs)-1].(*ast.ImportSpec)), ownGroup+text)
	}
	for _, spec := range group {
		if specPath(spec) > importPath {
			return insert(startOfSpec(spec), text+"\n\t")
		}
	}
	return insert(endOfSpec(group[len(group)-1]), "\n\t"+text)
}

// group finds the import block for importPath, and in it the run of lines with imports of its kind (nil: none yet).
func (f *File) group(importPath string) (best []*ast.ImportSpec, in *ast.GenDecl) {
	bestScore := -1
	for _, d := range f.Syntax.Decls {
		decl, ok := d.(*ast.GenDecl)
		if !ok || decl.Tok != token.IMPORT || len(decl.Specs) == 0 || specPath(decl.Specs[0].(*ast.ImportSpec)) == "C" {
			continue
		}
		for _, run := range f.runs(decl) {
			if score := likeness(run, importPath); score > bestScore {
				best, in, bestScore = run, decl, score
			} else if in != nil && !in.Lparen.IsValid() && decl.Lparen.IsValid() {
				in = decl // a block is a better home than a lone line, even without its like
			}
		}
	}
	if bestScore <= 0 {
		best = nil
	}
	return best, in
}

// runs splits a block at its blank lines.
func (f *File) runs(decl *ast.GenDecl) (runs [][]*ast.ImportSpec) {
	last := -1
	for _, s := range decl.Specs {
		spec := s.(*ast.ImportSpec)
		if last < 0 || f.line(startOfSpec(spec)) > last+1 {
			runs = append(runs, nil)
		}
		runs[len(runs)-1] = append(runs[len(runs)-1], spec)
		last = f.line(endOfSpec(spec))
	}
	return runs
}

// likeness is how well importPath fits into a run: 0 is not at all.
func likeness(run []*ast.ImportSpec, importPath string) int {
	best := 0
	for _, spec := range run {
		p := specPath(spec)
		if p == "C" || isStd(p) != isStd(importPath) {
			continue
		}
		score := 1
		if !isStd(p) {
			score += len(commonPrefix(p, importPath))
		}
		best = max(best, score)
	}
	return best
}

func commonPrefix(a, b string) string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return a[:n]
}

// isStd tells by the first element, as the go command does: only the standard library has none with a dot.
func isStd(importPath string) bool {
	first, _, _ := strings.Cut(importPath, "/")
	return !strings.Contains(first, ".")
}

func startOfSpec(spec *ast.ImportSpec) token.Pos {
	if spec.Doc != nil {
		return spec.Doc.Pos()
	}
	return spec.Pos()
}

func endOfSpec(spec *ast.ImportSpec) token.Pos {
	if spec.Comment != nil {
		return spec.Comment.End()
	}
	return spec.End()
}

// endOfLine is the end of the comment that trails pos, or pos.
func (f *File) endOfLine(pos token.Pos) token.Pos {
	for _, c := range f.Syntax.Comments {
		if c.Pos() >= pos && f.line(c.Pos()) == f.line(pos) {
			return c.List[0].End()
		}
	}
	return pos
}

func insert(pos token.Pos, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: pos, End: pos, NewText: []byte(text)}
}

// deleteSpec removes one import with its comments: its lines, or the whole declaration if nothing else is in it.
func (f *File) deleteSpec(spec *ast.ImportSpec) []analysis.TextEdit {
	for _, d := range f.Syntax.Decls {
		decl, ok := d.(*ast.GenDecl)
		if !ok || !within(spec, []ast.Node{decl}) {
			continue
		}
		start, end := startOfSpec(spec), endOfSpec(spec)
		if len(decl.Specs) == 1 {
			start, end = decl.Pos(), max(decl.End(), end)
			if decl.Doc != nil {
				start = decl.Doc.Pos()
			}
		}
		return []analysis.TextEdit{f.wholeLines(decl, start, end)}
	}
	return nil
}

// wholeLines widens a removed range to full lines where nothing else stands on them.
func (f *File) wholeLines(decl *ast.GenDecl, start, end token.Pos) analysis.TextEdit {
	tf := f.tokenFile()
	first, last := f.line(start), f.line(end)
	alone := last < tf.LineCount()
	for _, s := range decl.Specs {
		inside := start <= s.Pos() && s.End() <= end
		if !inside && (f.line(s.Pos()) == last || f.line(s.End()) == first) {
			alone = false
		}
	}
	if decl.Lparen.IsValid() && decl.Pos() < start && (f.line(decl.Lparen) == first || f.line(decl.Rparen) == last) {
		alone = false
	}
	for _, d := range f.Syntax.Decls {
		if ast.Decl(decl) != d && (f.line(d.Pos()) == last || f.line(d.End()) == first) {
			alone = false
		}
	}
	if alone && f.line(f.Syntax.Name.End()) < first {
		start, end = tf.LineStart(first), tf.LineStart(last+1)
	}
	return analysis.TextEdit{Pos: start, End: end}
}

// dropsImport recognises an edit of deleteSpec.
func (f *File) dropsImport(e analysis.TextEdit) bool {
	if len(e.NewText) > 0 {
		return false
	}
	for _, spec := range f.Syntax.Imports {
		if e.Pos <= spec.Pos() && spec.End() <= e.End {
			return true
		}
	}
	return false
}
