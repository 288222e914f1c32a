package config

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// The words that settings take, the default first where there is one.
var (
	failOns    = []string{"warning", "advice", "error", "never"}
	fixKinds   = []string{"auto", "std", "runtime"}
	severities = []string{"advice", "warning", "error"}
	effects    = []string{"read", "write"}
	classes    = []string{"core", "degradable"}
	switches   = []string{"on", "off", "true", "false"}
)

var settings = []field[Config]{
	{key: "contract", kind: "string", read: readContract},
	{key: "rules", kind: "rules", read: readRules},
	{key: "downstreams", kind: "rows", read: readDownstreams},
	{key: "entries", kind: "rows", read: readEntries},
	{key: "deps", kind: "strings", read: patterns("deps", importPrefix, func(c *Config) *[]string { return &c.Deps })},
	{key: "exclude", kind: "strings", read: patterns("exclude", checkExclude, func(c *Config) *[]string { return &c.Exclude })},
	{key: "likely", kind: "words", words: switches, read: func(l *loader, n *yaml.Node, c *Config) {
		if w, ok := l.word("likely", n, switches); ok {
			c.Likely = w == "on" || w == "true"
		}
	}},
	{key: "module", kind: "strings", read: patterns("module", modulePrefix, func(c *Config) *[]string { return &c.Module })},
	{key: "baseline", kind: "string", read: func(l *loader, n *yaml.Node, c *Config) {
		if name, ok := l.text("baseline", n); ok {
			c.Baseline = l.path(name)
		}
	}},
	{key: "fixTimeout", kind: "duration", read: func(l *loader, n *yaml.Node, c *Config) {
		c.FixTimeout = l.duration("fixTimeout", n)
	}},
	{key: "fail-on", kind: "words", words: failOns, read: func(l *loader, n *yaml.Node, c *Config) {
		c.FailOn, _ = l.word("fail-on", n, failOns)
	}},
	{key: "fixes", kind: "words", words: fixKinds, read: func(l *loader, n *yaml.Node, c *Config) {
		c.Fixes, _ = l.word("fixes", n, fixKinds)
	}},
	{key: "unsafe-fixes", kind: "bool", read: func(l *loader, n *yaml.Node, c *Config) {
		c.UnsafeFixes, _ = l.truth("unsafe-fixes", n)
	}},
}

var downstreamFields = []field[Downstream]{
	{key: "match", kind: "string", required: true, read: func(l *loader, n *yaml.Node, d *Downstream) {
		d.Match = l.pattern(n)
	}},
	{key: "name", kind: "string", read: func(l *loader, n *yaml.Node, d *Downstream) {
		d.Name, _ = l.text("name", n)
	}},
	{key: "effect", kind: "words", words: effects, read: func(l *loader, n *yaml.Node, d *Downstream) {
		d.Effect, _ = l.word("effect", n, effects)
	}},
	{key: "class", kind: "words", words: classes, read: func(l *loader, n *yaml.Node, d *Downstream) {
		d.Class, _ = l.word("class", n, classes)
	}},
	{key: "timeout", kind: "duration", read: func(l *loader, n *yaml.Node, d *Downstream) {
		d.Timeout = l.duration("timeout", n)
	}},
}

var entryFields = []field[Entry]{
	{key: "match", kind: "string", required: true, read: func(l *loader, n *yaml.Node, e *Entry) {
		e.Match = l.pattern(n)
	}},
	{key: "total", kind: "duration", read: func(l *loader, n *yaml.Node, e *Entry) {
		e.Total = l.duration("total", n)
	}},
	{key: "margin", kind: "duration", read: func(l *loader, n *yaml.Node, e *Entry) {
		e.Margin = l.duration("margin", n)
	}},
}

func readContract(l *loader, n *yaml.Node, c *Config) {
	name, ok := l.text("contract", n)
	if !ok {
		return
	}
	if c.known.Unread {
		c.ContractFile = l.path(name)
		return
	}
	switch err := l.loadContract(name, c).(type) {
	case nil:
	case *Error: // unreadable: the fault is in this line, not in that file
		l.fault(n, "contract %s %s", quote(name), strings.TrimPrefix(err.Msg, "contract "))
	default:
		l.add(err)
	}
}

func (l *loader) loadContract(name string, c *Config) error {
	origin := c.origin["contract"]
	if l.fsys != nil {
		file := path.Join(path.Dir(l.file), name)
		data, err := fs.ReadFile(l.fsys, file)
		if err != nil {
			return &Error{File: file, Msg: "contract cannot be read: " + reason(err)}
		}
		return c.setContract(file, data, origin)
	}
	return c.LoadContract(l.path(name), origin)
}

// path is a file that is named relative to the configuration's folder.
func (l *loader) path(name string) string {
	file := filepath.FromSlash(name)
	if !filepath.IsAbs(file) {
		file = filepath.Join(filepath.Dir(l.file), file)
	}
	if abs, err := filepath.Abs(file); err == nil {
		return abs
	}
	return file // no working directory: it will not be found either
}

func readRules(l *loader, n *yaml.Node, c *Config) {
	if empty(n) {
		return
	}
	names := slices.Sorted(maps.Keys(c.known.Rules))
	l.mapping("rules", n, names, func(key, value *yaml.Node) {
		c.Rules[key.Value] = l.rule(key.Value, value, c.known.Rules[key.Value])
	})
}

func (l *loader) rule(name string, n *yaml.Node, known RuleOptions) Rule {
	var r Rule
	if empty(n) {
		return r
	}
	options := slices.Sorted(maps.Keys(known.Options))
	l.mapping(name, n, append([]string{"enabled", "severity"}, options...), func(key, value *yaml.Node) {
		path := name + "." + key.Value
		l.origin(path, key)
		switch key.Value {
		case "enabled":
			if on, ok := l.truth(path, value); ok {
				r.Enabled = &on
			}
		case "severity":
			r.Severity, _ = l.word(path, value, severities)
		default:
			if r.Options == nil {
				r.Options = map[string]string{}
			}
			if words := known.Options[key.Value].Values; words != nil {
				if w, ok := l.word(path, value, words); ok {
					r.Options[key.Value] = w
				}
			} else if on, ok := l.truth(path, value); ok {
				r.Options[key.Value] = strconv.FormatBool(on)
			}
		}
	})
	return r
}

func readDownstreams(l *loader, n *yaml.Node, c *Config) {
	l.list("downstreams", n, func(n *yaml.Node) {
		var d Downstream
		row := fmt.Sprintf("downstreams[%d]", len(c.Downstreams))
		fields(l, row, n, downstreamFields, &d)
		l.origin(row, n)
		c.Downstreams = append(c.Downstreams, d)
	})
}

func readEntries(l *loader, n *yaml.Node, c *Config) {
	l.list("entries", n, func(n *yaml.Node) {
		var e Entry
		row := fmt.Sprintf("entries[%d]", len(c.Entries))
		seen := fields(l, row, n, entryFields, &e)
		l.origin(row, n)
		c.Entries = append(c.Entries, e)
		if key := seen["margin"]; key != nil {
			if why := e.margin(seen["total"] != nil); why != "" {
				l.fault(key, "%s", why)
			}
		}
	})
}

// margin says what is wrong with e's margin, or "".
func (e Entry) margin(hasTotal bool) string {
	switch {
	case !hasTotal:
		return "margin has no effect without total"
	case e.Total > 0 && e.Margin >= e.Total:
		return fmt.Sprintf("margin of %s leaves nothing of the total of %s", e.Margin, e.Total)
	}
	return ""
}

func checkExclude(s string) error {
	_, err := pathPattern(s)
	return err
}

// patterns reads a list of strings that check accepts.
func patterns(path string, check func(string) error, at func(*Config) *[]string) func(*loader, *yaml.Node, *Config) {
	return func(l *loader, n *yaml.Node, c *Config) {
		l.list(path, n, func(n *yaml.Node) {
			s, ok := l.text(path, n)
			if !ok {
				return
			}
			if err := check(s); err != nil {
				l.fault(n, "%s", err)
				return
			}
			*at(c) = append(*at(c), s)
		})
	}
}

// modulePrefix checks a row of module:, which covers the packages below by itself.
func modulePrefix(s string) error {
	if err := checkPath(s); err != nil {
		return fmt.Errorf("bad prefix %s: %w", quote(s), err)
	}
	return nil
}

func (l *loader) pattern(n *yaml.Node) Pattern {
	s, ok := l.text("match", n)
	if !ok {
		return Pattern{}
	}
	p, err := ParsePattern(s)
	if err != nil {
		l.fault(n, "%s", err)
	}
	return p
}

func (l *loader) duration(path string, n *yaml.Node) time.Duration {
	if n.Kind != yaml.ScalarNode || empty(n) {
		l.fault(n, "%s must be a duration such as 2s or 400ms, not %s", path, what(n))
		return 0
	}
	d, why := duration(n.Value)
	if why != "" {
		l.fault(n, "%s %s", path, why)
	}
	return d
}

// duration reads a positive duration; why says what is wrong with it, or "".
func duration(s string) (d time.Duration, why string) {
	d, err := time.ParseDuration(s)
	switch {
	case err != nil:
		return 0, quote(s) + " is no duration; write one such as 2s or 400ms"
	case d <= 0:
		return 0, "must be more than zero, is " + d.String()
	}
	return d, ""
}
