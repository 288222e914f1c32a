package config

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// maxSize is the largest configuration that is read; a real one has a few kilobytes.
const maxSize = 1 << 20

// maxErrors is how many faults are told at once.
const maxErrors = 50

// loader reads one file into c and collects its faults.
type loader struct {
	file   string
	c      *Config
	fsys   fs.FS // where the contract is read from; nil for the machine's own files
	errs   []error
	plugin bool // golangci-lint's settings: nodes have no place, and keys are in lower case
}

func (l *loader) fault(n *yaml.Node, format string, args ...any) {
	l.add(&Error{l.file, n.Line, n.Column, fmt.Sprintf(format, args...)})
}

func (l *loader) add(err error) {
	switch {
	case len(l.errs) < maxErrors:
		l.errs = append(l.errs, err)
	case len(l.errs) == maxErrors:
		l.errs = append(l.errs, &Error{File: l.file, Msg: "more errors follow"})
	}
}

var yamlLine = regexp.MustCompile(`^yaml: (?:line (\d+): )?`)

// document parses the file. It returns nil for one without content, and for one that is no YAML, which is then in errs.
func (l *loader) document(data []byte) *yaml.Node {
	if len(data) > maxSize {
		l.add(&Error{File: l.file, Msg: fmt.Sprintf("is larger than %d bytes", maxSize)})
		return nil
	}
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var doc, next yaml.Node
	switch err := dec.Decode(&doc); {
	case err == io.EOF:
		return nil
	case err != nil:
		l.syntax(err)
		return nil
	}
	switch err := dec.Decode(&next); {
	case err == nil:
		l.fault(&next, "a second document starts here; there can be only one")
		return nil
	case err != io.EOF:
		l.syntax(err)
		return nil
	}
	if len(doc.Content) == 0 || empty(doc.Content[0]) {
		return nil
	}
	if n := shared(&doc); n != nil {
		l.fault(n, "anchors, aliases and merge keys are not read; write the value out")
		return nil
	}
	return doc.Content[0]
}

func (l *loader) syntax(err error) {
	line := 1
	msg := strings.ReplaceAll(err.Error(), "\n", " ")
	if m := yamlLine.FindStringSubmatch(msg); m != nil {
		msg = msg[len(m[0]):]
		if n, err := strconv.Atoi(m[1]); err == nil {
			line = n
		}
	}
	l.add(&Error{l.file, line, 1, "is not YAML: " + msg})
}

// shared finds the first anchor, alias or merge key. They are refused rather than followed, so that a value has one
// place, which messages and Explain can name.
func shared(n *yaml.Node) *yaml.Node {
	if n.Anchor != "" || n.Kind == yaml.AliasNode || n.Tag == "!!merge" {
		return n
	}
	for _, child := range n.Content {
		if found := shared(child); found != nil {
			return found
		}
	}
	return nil
}

func empty(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.Tag == "!!null" }

// what names a node's type in messages.
func what(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	}
	switch n.ShortTag() {
	case "!!str":
		return "a string"
	case "!!bool":
		return "a boolean"
	case "!!int", "!!float":
		return "a number"
	case "!!null":
		return "empty"
	}
	return n.ShortTag()
}

// field is one key of one kind of mapping, read into a T. The tables of fields are what the file's shape is; the test
// of docs/budgetlint.schema.json compares them with it.
type field[T any] struct {
	key      string
	kind     string   // of the value: string, words, bool, duration, strings, rows, rules
	words    []string // for words
	required bool
	read     func(l *loader, n *yaml.Node, into *T)
}

// fields reads a mapping by its table; path is "" for the whole file. What it returns are the keys that were there.
func fields[T any](l *loader, path string, n *yaml.Node, table []field[T], into *T) map[string]*yaml.Node {
	var names []string
	for _, f := range table {
		names = append(names, f.key)
	}
	seen := l.mapping(path, n, names, func(key, value *yaml.Node) {
		i := slices.IndexFunc(table, func(f field[T]) bool { return f.key == key.Value })
		if path == "" {
			l.origin(key.Value, key)
		}
		table[i].read(l, value, into)
	})
	for _, f := range table {
		if f.required && seen != nil && seen[f.key] == nil {
			l.fault(n, "%s has no %s", path, f.key)
		}
	}
	return seen
}

// mapping walks the keys of n, each of which must be one of names. It returns nil if n is no mapping.
func (l *loader) mapping(path string, n *yaml.Node, names []string, f func(key, value *yaml.Node)) map[string]*yaml.Node {
	if n.Kind != yaml.MappingNode {
		if path == "" && l.plugin {
			path = "settings"
		} else if path == "" {
			path = "the file"
		}
		l.fault(n, "%s must be a mapping, not %s", path, what(n))
		return nil
	}
	seen := map[string]*yaml.Node{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if l.plugin {
			key.Value = canonical(key.Value, names)
		}
		noun := "key"
		if path == "rules" {
			noun = "rule"
		}
		switch first := seen[key.Value]; {
		case key.Kind != yaml.ScalarNode:
			l.fault(key, "a key must be a word, not %s", what(key))
		case noun == "rule" && slices.Contains(names, beforeSlash(key.Value)) && beforeSlash(key.Value) != key.Value:
			l.fault(key, "categories have no settings of their own; write %s", beforeSlash(key.Value))
		case !slices.Contains(names, key.Value):
			msg := fmt.Sprintf("unknown %s %s", noun, quote(key.Value))
			if path != "" && path != "rules" {
				msg += " in " + path
			}
			l.fault(key, "%s", suggest(msg, key.Value, names))
		case first != nil:
			l.fault(key, "duplicate %s %s; the first is on line %d", noun, quote(key.Value), first.Line)
		default:
			seen[key.Value] = key
			f(key, value)
		}
	}
	return seen
}

func beforeSlash(s string) string {
	rule, _, _ := strings.Cut(s, "/")
	return rule
}

// origin notes where a setting comes from. Explain prints the whole path once and the base name here.
func (l *loader) origin(setting string, n *yaml.Node) {
	l.c.origin[setting] = fmt.Sprintf("%s:%d:%d", base(l.file), n.Line, n.Column)
}

func (l *loader) text(path string, n *yaml.Node) (string, bool) {
	if n.Kind != yaml.ScalarNode || n.ShortTag() != "!!str" {
		l.fault(n, "%s must be a string, not %s", path, what(n))
		return "", false
	}
	if n.Value == "" {
		l.fault(n, "%s is empty", path)
		return "", false
	}
	return n.Value, true
}

// word reads one of words. YAML 1.1 tools write on and off as true and false, hence by spelling and not by type.
func (l *loader) word(path string, n *yaml.Node, words []string) (string, bool) {
	if n.Kind != yaml.ScalarNode {
		l.fault(n, "%s must be one of %s, not %s", path, strings.Join(words, ", "), what(n))
		return "", false
	}
	if !slices.Contains(words, n.Value) {
		msg := fmt.Sprintf("%s must be one of %s, not %s", path, strings.Join(words, ", "), quote(n.Value))
		if near := Nearest(n.Value, words); near != "" {
			msg += "; did you mean " + near + "?"
		}
		l.fault(n, "%s", msg)
		return "", false
	}
	return n.Value, true
}

func (l *loader) truth(path string, n *yaml.Node) (value, ok bool) {
	if n.Kind != yaml.ScalarNode || n.Value != "true" && n.Value != "false" || n.ShortTag() != "!!bool" {
		given := what(n)
		if n.Kind == yaml.ScalarNode && n.Value != "" {
			given = quote(n.Value)
		}
		l.fault(n, "%s must be true or false, not %s", path, given)
		return false, false
	}
	return n.Value == "true", true
}

// list walks the elements of a list. A key without a value is an empty list.
func (l *loader) list(path string, n *yaml.Node, f func(n *yaml.Node)) {
	if empty(n) {
		return
	}
	if n.Kind != yaml.SequenceNode {
		l.fault(n, "%s must be a list, not %s", path, what(n))
		return
	}
	for _, item := range n.Content {
		f(item)
	}
}
