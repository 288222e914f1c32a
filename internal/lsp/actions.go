package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/budgetlint/budgetlint/analyzers"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/rule"
	"github.com/budgetlint/budgetlint/internal/session"
)

// codeAction offers the fixes of the findings at a place, each type-checked, and ignoring them; or all safe fixes of
// the file.
func (s *server) codeAction(p codeActionParams) (answer, error) {
	name, err := fileName(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	v := s.view()
	return func(ctx context.Context) (any, error) {
		var actions []codeAction
		err := s.onPackage(ctx, v, name, func(ses *session.Session, pkg *session.Package) (err error) {
			a := asked{server: s, ses: ses, pkg: pkg, v: v, name: name, params: p, m: &mappers{texts: pkg.Texts, enc: v.enc}}
			actions, err = a.actions(ctx)
			return err
		})
		if actions == nil {
			actions = []codeAction{}
		}
		return actions, err
	}, nil
}

// asked is one request for actions.
type asked struct {
	*server
	ses    *session.Session
	pkg    *session.Package
	v      *view
	name   string
	params codeActionParams
	m      *mappers
}

func (a *asked) actions(ctx context.Context) (list []codeAction, err error) {
	only := a.params.Context.Only
	if wants(only, kindFixAll) {
		all, err := a.fixAll(ctx)
		if err != nil {
			return nil, err
		}
		list = append(list, all...)
	}
	if !wants(only, kindQuickFix) {
		return list, nil
	}
	for _, f := range a.pkg.Findings {
		if f.At.File != a.name {
			continue
		}
		d := a.diagnostic(f, a.v, a.m)
		if !a.meant(d) {
			continue
		}
		of, err := a.fixes(ctx, f)
		if err != nil {
			return nil, err
		}
		if len(of) == 0 {
			of = append(of, page(f))
		}
		if f.Rule != "directive" { // which is where ignores come from
			of = append(of, a.ignore(f))
		}
		for _, action := range of {
			action.Diagnostics = []diagnostic{d}
			list = append(list, action)
		}
	}
	return list, nil
}

// meant reports whether a request is about a diagnostic: it touches the range, or was handed back with the request.
func (a *asked) meant(d diagnostic) bool {
	if !before(d.Range.End, a.params.Range.Start) && !before(a.params.Range.End, d.Range.Start) {
		return true
	}
	return slices.ContainsFunc(a.params.Context.Diagnostics, func(g givenDiagnostic) bool {
		var code string
		return json.Unmarshal(g.Code, &code) == nil && code == d.Code && g.Range == d.Range
	})
}

func before(a, b position) bool {
	return a.Line < b.Line || a.Line == b.Line && a.Character < b.Character
}

// fixes are the actions for the fixes of a finding that hold.
func (a *asked) fixes(ctx context.Context, f session.Finding) (list []codeAction, err error) {
	for i, fix := range f.Fixes {
		if fix.Level == rule.Show || len(fix.Edits) == 0 {
			continue // for people to read
		}
		texts, err := a.ses.Fix(ctx, a.pkg, f, fix)
		if ctx.Err() != nil || errors.Is(err, session.ErrStale) {
			return nil, err
		}
		if err != nil {
			a.opts.Log.Warn("a fix does not hold: please report this", "rule", f.ID(), "error", err)
			continue
		}
		title := fix.Title
		if fix.Level == rule.Ask {
			title += " (look at it first)"
		}
		list = append(list, codeAction{Title: title, Kind: kindQuickFix, IsPreferred: i == 0 && fix.Level == rule.Safe, Edit: a.edit(texts)})
	}
	return list, nil
}

// page is the action for a finding that nothing can repair by itself: the worked example of its rule.
func page(f session.Finding) codeAction {
	title := "see how to repair it: the page of " + f.Rule
	for _, fix := range f.Fixes {
		title = fix.Title + ": see the page of " + f.Rule
	}
	return codeAction{Title: title, Kind: kindQuickFix, Command: &command{title, commandPage, []string{analyzers.URL(f.Rule)}}}
}

func (a *asked) fixAll(ctx context.Context) ([]codeAction, error) {
	text, dropped, err := a.ses.FixAll(ctx, a.pkg, a.name)
	if err != nil {
		return nil, err
	}
	for _, d := range dropped {
		a.opts.Log.Warn("a fix does not hold: please report this", "fix", d)
	}
	if text == nil {
		return nil, nil
	}
	return []codeAction{{Title: "make the safe fixes of budgetlint", Kind: kindFixAll, Edit: a.edit(map[string][]byte{a.name: text})}}, nil
}

// ignore puts a directive above the finding. Its reason is a placeholder that silences nothing and is reported itself,
// so a person has to write the real one.
func (a *asked) ignore(f session.Finding) codeAction {
	text := a.pkg.Texts[a.name]
	start := bytes.LastIndexByte(text[:f.At.Start], '\n') + 1
	line := text[start:]
	indent := line[:len(line)-len(bytes.TrimLeft(line, " \t"))]
	end := "\n"
	if i := bytes.IndexByte(line, '\n'); i > 0 && line[i-1] == '\r' {
		end = "\r\n"
	}
	directive := fmt.Sprintf("%s//budgetlint:ignore %s ", indent, f.ID())
	at := a.m.of(a.name).span(start, start)
	one := textEdit{Range: at}
	if a.client.Workspace.WorkspaceEdit.SnippetEditSupport {
		quote := strings.NewReplacer(`\`, `\\`, "$", `\$`, "}", `\}`)
		one.Snippet = &snippet{"snippet", quote.Replace(directive) + "${0:" + config.ReasonPlaceholder + "}" + end}
	} else {
		whole := directive + config.ReasonPlaceholder + end
		one.NewText = &whole
	}
	return codeAction{
		Title: fmt.Sprintf("ignore %s here: write the reason in place of %s", f.ID(), config.ReasonPlaceholder),
		Kind:  kindQuickFix,
		Edit:  a.workspaceEdit(map[string][]textEdit{a.name: {one}}),
	}
}

func (a *asked) edit(texts map[string][]byte) *workspaceEdit {
	of := make(map[string][]textEdit)
	for name, text := range texts {
		of[name] = edits(a.pkg.Texts[name], text, a.v.enc)
	}
	return a.workspaceEdit(of)
}

// workspaceEdit names the versions that the edits are for, if the client can take that.
func (a *asked) workspaceEdit(of map[string][]textEdit) *workspaceEdit {
	w := new(workspaceEdit)
	if !a.client.Workspace.WorkspaceEdit.DocumentChanges {
		w.Changes = make(map[string][]textEdit)
		for name, list := range of {
			w.Changes[a.v.uri(name)] = list
		}
		return w
	}
	for _, name := range slices.Sorted(maps.Keys(of)) {
		id := versionedID{URI: a.v.uri(name)}
		if d := a.v.docs[name]; d != nil {
			id.Version = &d.version
		}
		w.DocumentChanges = append(w.DocumentChanges, documentEdit{id, of[name]})
	}
	return w
}

// execute opens the page of a rule.
func (s *server) execute(p command) (answer, error) {
	if p.Command != commandPage || len(p.Arguments) != 1 {
		return nil, fmt.Errorf("unknown command %q", p.Command)
	}
	url := p.Arguments[0]
	if !slices.ContainsFunc(analyzers.Table, func(r analyzers.Rule) bool { return analyzers.URL(r.Name) == url }) {
		return nil, fmt.Errorf("%q is the page of no rule", url)
	}
	return func(ctx context.Context) (any, error) {
		if !s.client.Window.ShowDocument.Support {
			s.notify(ctx, "window/showMessage", messageParams{3, url})
			return nil, nil
		}
		return nil, s.conn.Call(ctx, "window/showDocument", showDocumentParams{URI: url, External: true}, nil)
	}, nil
}
