package config

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// fileReader reads the directives of one file into d.
type fileReader struct {
	d     *Directives
	fset  *token.FileSet
	file  *ast.File
	info  *types.Info
	known Known
	quiet bool
	funcs map[*ast.CommentGroup]*ast.Ident // comments that document a function, method or interface method
	lines *lineIndex                       // made when the first ignore is seen
}

var verbs = []string{"ignore", "entry", "downstream"}

// nearly matches what was most likely meant as a directive: a blank after the slashes, or the other kind of comment.
var nearly = regexp.MustCompile(`^(?://[ \t]+|/\*[ \t]*)budgetlint:([a-z]+)\b`)

func (r *fileReader) read() {
	for _, group := range r.file.Comments {
		for _, c := range group.List {
			text, ok := strings.CutPrefix(c.Text, "//budgetlint:")
			if ok {
				r.directive(group, c, text)
				continue
			}
			if m := nearly.FindStringSubmatch(c.Text); m != nil && slices.Contains(verbs, m[1]) {
				r.problem(c, 0, len(c.Text), "this comment is no directive; write //budgetlint:%s without a space after the slashes", m[1])
			}
		}
	}
}

// problem reports a fault in c at c.Text[from:to].
func (r *fileReader) problem(c *ast.Comment, from, to int, format string, args ...any) {
	if r.quiet {
		return
	}
	// Only the part of a /* */ comment on its first line is marked.
	if i := strings.IndexByte(c.Text, '\n'); i >= 0 {
		to = min(to, i)
	}
	r.d.problems = append(r.d.problems, Problem{
		Pos: c.Pos() + token.Pos(from), End: c.Pos() + token.Pos(to), Message: fmt.Sprintf(format, args...)})
}

// word is one blank-separated part of a directive. from and to are offsets in the comment's text.
type word struct {
	text     string
	from, to int
}

// directive reads what follows "//budgetlint:". A further // after a blank starts a comment on the directive.
func (r *fileReader) directive(group *ast.CommentGroup, c *ast.Comment, text string) {
	offset := len(c.Text) - len(text)
	var args []word
	for i := 0; i < len(text); {
		if text[i] == ' ' || text[i] == '\t' || text[i] == '\r' {
			i++
			continue
		}
		end := i
		for end < len(text) && text[end] != ' ' && text[end] != '\t' && text[end] != '\r' {
			end++
		}
		if i > 0 && strings.HasPrefix(text[i:], "//") {
			break
		}
		args = append(args, word{text[i:end], offset + i, offset + end})
		i = end
	}
	if len(args) == 0 || args[0].from != offset {
		r.problem(c, 0, offset, "the directive has no verb; write //budgetlint:ignore, entry or downstream")
		return
	}
	verb, args := args[0], args[1:]
	switch verb.text {
	case "ignore":
		r.ignore(group, c, verb, args)
	case "entry":
		r.entry(group, c, verb, args)
	case "downstream":
		r.downstream(group, c, verb, args)
	default:
		r.problem(c, verb.from, verb.to, "%s", suggest("unknown directive "+quote("budgetlint:"+verb.text), verb.text, verbs))
	}
}

// ReasonPlaceholder stands for a reason that somebody has still to write. An ignore with it silences nothing.
const ReasonPlaceholder = "<why>"

var letter = regexp.MustCompile(`[\pL\pN]`)

func (r *fileReader) ignore(group *ast.CommentGroup, c *ast.Comment, verb word, args []word) {
	if len(args) == 0 {
		r.problem(c, 0, verb.to, "the ignore names no rule; write //budgetlint:ignore RULE and the reason")
		return
	}
	list, reason := args[0], args[1:]
	if strings.HasSuffix(list.text, ",") {
		r.problem(c, list.from, list.to, "rules are separated by a comma without a space")
		return
	}
	if len(reason) == 1 && reason[0].text == ReasonPlaceholder {
		r.problem(c, reason[0].from, reason[0].to, "write why the finding of %s is accepted in place of %s", list.text, ReasonPlaceholder)
		return
	}
	if !slices.ContainsFunc(reason, func(w word) bool { return letter.MatchString(w.text) }) {
		// An ignore without a reason silences nothing: else leaving out the directive rule would make reasons optional.
		r.problem(c, 0, list.to, "the ignore of %s gives no reason; write it after the rule", list.text)
		return
	}
	from, to := r.silenced(group, c)
	because := c.Text[reason[0].from:reason[len(reason)-1].to]
	at := list.from
	for name := range strings.SplitSeq(list.text, ",") {
		end := at + len(name)
		rule, category, hasCategory := strings.Cut(name, "/")
		if why := r.unknownRule(rule, category, hasCategory); why != "" {
			r.problem(c, at, end, "%s", why)
		} else {
			file := r.fset.Position(c.Pos()).Filename
			r.d.ignores[file] = append(r.d.ignores[file], &ignore{rule: rule, category: category, reason: because, from: from, to: to,
				pos: c.Pos() + token.Pos(at), end: c.Pos() + token.Pos(end), quiet: r.quiet})
		}
		at = end + 1
	}
}

// unknownRule says what is wrong with the name of a rule, or "".
func (r *fileReader) unknownRule(rule, category string, hasCategory bool) string {
	if rule == "" {
		return "the ignore has an empty name of a rule"
	}
	if len(r.known.Rules) == 0 {
		return ""
	}
	opts, ok := r.known.Rules[rule]
	if !ok {
		return suggest("unknown rule "+quote(rule), rule, slices.Sorted(maps.Keys(r.known.Rules)))
	}
	if hasCategory && !slices.Contains(opts.Categories, category) {
		return suggest(fmt.Sprintf("%s has no category %s", rule, quote(category)), category, opts.Categories)
	}
	return ""
}

func (r *fileReader) entry(group *ast.CommentGroup, c *ast.Comment, verb word, args []word) {
	var e Entry
	seen, ok := r.settings(c, "entry", []string{"total", "margin"}, args, func(key, value string) (why string) {
		switch key {
		case "total":
			e.Total, why = duration(value)
		case "margin":
			e.Margin, why = duration(value)
		}
		return why
	})
	if ok && seen["margin"] {
		if why := e.margin(seen["total"]); why != "" {
			r.problem(c, 0, args[len(args)-1].to, "%s", why)
			ok = false
		}
	}
	if fn, found := r.function(group, c, verb); found && ok && fn != nil {
		if _, twice := r.d.entries[fn]; twice {
			r.problem(c, 0, verb.to, "%s has an entry directive already", fn.Name())
			return
		}
		r.d.entries[fn] = e
	}
}

func (r *fileReader) downstream(group *ast.CommentGroup, c *ast.Comment, verb word, args []word) {
	var d Downstream
	known := slices.Concat([]string{"name", "timeout"}, classes, effects)
	_, ok := r.settings(c, "downstream", known, args, func(key, value string) (why string) {
		set := func(at *string) {
			if *at != "" {
				why = "contradicts " + *at
			}
			*at = key
		}
		switch key {
		case "name":
			d.Name = value
		case "timeout":
			d.Timeout, why = duration(value)
		case "core", "degradable":
			set(&d.Class)
		case "read", "write":
			set(&d.Effect)
		}
		return why
	})
	if fn, found := r.function(group, c, verb); found && ok && fn != nil {
		if _, twice := r.d.downstreams[fn]; twice {
			r.problem(c, 0, verb.to, "%s has a downstream directive already", fn.Name())
			return
		}
		r.d.downstreams[fn] = d
	}
}

// settings reads key=value and single words. set says what is wrong with one, or "".
func (r *fileReader) settings(c *ast.Comment, verb string, known []string, args []word, set func(key, value string) string) (seen map[string]bool, ok bool) {
	seen, ok = map[string]bool{}, true
	for _, arg := range args {
		key, value, hasValue := strings.Cut(arg.text, "=")
		takesValue := !slices.Contains(classes, key) && !slices.Contains(effects, key)
		why := ""
		switch {
		case !slices.Contains(known, key):
			why = suggest(fmt.Sprintf("unknown setting %s of %s", quote(key), verb), key, known)
		case seen[key]:
			why = key + " is given twice"
		case takesValue && value == "":
			why = key + " needs a value, as in " + key + "=…"
		case !takesValue && hasValue:
			why = key + " takes no value"
		default:
			if why = set(key, value); why != "" {
				why = key + " " + why
			}
		}
		seen[key] = true
		if why != "" {
			r.problem(c, arg.from, arg.to, "%s", why)
			ok = false
		}
	}
	return seen, ok
}

// function returns the function that group documents; it may be nil where types are not known. ok is false, and the
// place reported, if group stands on no function.
func (r *fileReader) function(group *ast.CommentGroup, c *ast.Comment, verb word) (fn *types.Func, ok bool) {
	if r.funcs == nil {
		r.funcs = functionComments(r.file)
	}
	name, ok := r.funcs[group]
	if !ok {
		r.problem(c, 0, verb.to, "budgetlint:%s stands on no function; put it directly above a function, a method or a method of an interface", verb.text)
		return nil, false
	}
	if r.info != nil {
		fn, _ = r.info.Defs[name].(*types.Func)
	}
	return fn, true
}

func functionComments(file *ast.File) map[*ast.CommentGroup]*ast.Ident {
	funcs := map[*ast.CommentGroup]*ast.Ident{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Doc != nil {
				funcs[n.Doc] = n.Name
			}
		case *ast.InterfaceType:
			if n.Methods == nil {
				break
			}
			for _, m := range n.Methods.List {
				if _, ok := m.Type.(*ast.FuncType); !ok || len(m.Names) != 1 {
					continue // an embedded interface or a union
				}
				for _, group := range []*ast.CommentGroup{m.Doc, m.Comment} {
					if group != nil {
						funcs[group] = m.Names[0]
					}
				}
			}
		}
		return true
	})
	return funcs
}
