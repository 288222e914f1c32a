// Package fix makes edits on source: imports, type spellings, fresh names, statements before others, and says whether
// the edited package still type-checks. It holds no analysis: what to change, and why, is a rule's business.
//
// Edits are analysis.TextEdits. Every method may be called for code with type errors; then it answers from syntax
// alone and Check decides.
package fix

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// File is one file to be edited, with the types of its package.
type File struct {
	Fset   *token.FileSet
	Syntax *ast.File
	Pkg    *types.Package // may be nil: then nothing is known about other files
	Info   *types.Info    // may be nil
}

// In returns the file of pass that holds pos; ok is false if there is none, or if the text that the compiler saw is
// not the text that the user wrote (cgo, //line), so that an edit would land in the wrong place.
func In(pass *analysis.Pass, pos token.Pos) (f *File, ok bool) {
	for _, syntax := range pass.Files {
		if syntax.FileStart <= pos && pos <= syntax.FileEnd {
			f = &File{Fset: pass.Fset, Syntax: syntax, Pkg: pass.Pkg, Info: pass.TypesInfo}
			return f, f.written()
		}
	}
	return nil, false
}

func (f *File) written() bool {
	return f.Fset.Position(f.Syntax.Package).Filename == f.tokenFile().Name()
}

func (f *File) tokenFile() *token.File { return f.Fset.File(f.Syntax.Package) }

func (f *File) line(pos token.Pos) int { return f.tokenFile().PositionFor(pos, false).Line }

// Apply makes edits in src, the text of f, and formats the result as gofmt does. Edits come in any order; identical
// ones are made once (two fixes add the same import), insertions at one place keep their order, and edits that
// overlap are an error. An import that lost its last use is dropped, whether or not an edit says so, and one that
// gained a use while another fix dropped it stays. Line ends stay CRLF where all of them were.
func (f *File) Apply(src []byte, edits []analysis.TextEdit) ([]byte, error) {
	tf := f.tokenFile()
	edits = oneGroup(slices.DeleteFunc(slices.Clone(edits), f.dropsImport))
	merged, err := merge(tf, len(src), edits)
	if err != nil {
		return nil, err
	}
	out := splice(src, merged)
	if out, err = f.dropUnused(out); err != nil {
		return nil, fmt.Errorf("%s: edits leave a syntax error: %w", tf.Name(), err)
	}
	formatted, err := format.Source(out)
	if err != nil {
		return nil, fmt.Errorf("%s: edits leave a syntax error: %w", tf.Name(), err)
	}
	return keepBytes(src, formatted), nil
}

// Splice makes edits in src as hosts do that know nothing of Go: those that overlap are an error, identical ones are
// made once, and no more is done.
func (f *File) Splice(src []byte, edits []analysis.TextEdit) ([]byte, error) {
	merged, err := merge(f.tokenFile(), len(src), edits)
	if err != nil {
		return nil, err
	}
	return splice(src, merged), nil
}

// span is an edit by offsets.
type span struct {
	start, end int
	text       []byte
}

// merge sorts edits by place and refuses overlaps.
func merge(tf *token.File, size int, edits []analysis.TextEdit) ([]span, error) {
	var spans []span
	for _, e := range edits {
		end := e.End
		if !end.IsValid() {
			end = e.Pos
		}
		lo, hi := token.Pos(tf.Base()), token.Pos(tf.Base()+tf.Size())
		if e.Pos < lo || end > hi || end < e.Pos || tf.Size() != size {
			return nil, fmt.Errorf("%s: edit does not belong to this text", tf.Name())
		}
		spans = append(spans, span{tf.Offset(e.Pos), tf.Offset(end), e.NewText})
	}
	slices.SortStableFunc(spans, func(a, b span) int {
		// An insertion at the start of a replaced range comes before it.
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end))
	})
	var out []span
	for _, s := range spans {
		if slices.ContainsFunc(out, func(o span) bool {
			return o.start == s.start && o.end == s.end && bytes.Equal(o.text, s.text)
		}) {
			continue
		}
		if n := len(out); n > 0 && s.start < out[n-1].end || n > 0 && s.start == out[n-1].start && out[n-1].end > s.start {
			pos := tf.Position(tf.Pos(s.start))
			return nil, fmt.Errorf("%s: two fixes change the same text", pos)
		}
		out = append(out, s)
	}
	return out, nil
}

// splice makes sorted edits that do not overlap.
func splice(src []byte, spans []span) []byte {
	var out []byte
	at := 0
	for _, s := range spans {
		out = append(out, src[at:s.start]...)
		out = append(out, s.text...)
		at = s.end
	}
	return append(out, src[at:]...)
}

// keepBytes gives formatted the byte-order mark and the line ends of src.
func keepBytes(src, formatted []byte) []byte {
	bom := []byte("\uFEFF")
	if n := bytes.Count(src, []byte("\n")); n > 0 && n == bytes.Count(src, []byte("\r\n")) {
		formatted = bytes.ReplaceAll(formatted, []byte("\r\n"), []byte("\n"))
		formatted = bytes.ReplaceAll(formatted, []byte("\n"), []byte("\r\n"))
	}
	if bytes.HasPrefix(src, bom) && !bytes.HasPrefix(formatted, bom) {
		formatted = append(bom, formatted...)
	}
	return formatted
}

// dropUnused removes the imports that src, an edited text of f, no longer uses although f did.
func (f *File) dropUnused(src []byte) ([]byte, error) {
	fset := token.NewFileSet()
	syntax, err := parser.ParseFile(fset, "", src, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	after := &File{Fset: fset, Syntax: syntax}
	used := map[string]bool{}
	for _, id := range syntax.Unresolved { // also the idents that other files declare: more uses, never fewer
		used[id.Name] = true
	}
	var drop []analysis.TextEdit
	for _, spec := range syntax.Imports {
		name := f.usedName(spec)
		if name != "" && !used[name] {
			drop = append(drop, after.deleteSpec(spec)...)
		}
	}
	if drop == nil {
		return src, nil
	}
	spans, err := merge(after.tokenFile(), len(src), drop)
	if err != nil {
		return nil, err
	}
	return splice(src, spans), nil
}
