package config

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Explain prints every setting in force, one a line, with where it came from:
//
//	nodeadline.request: contract (default)
//	fail-on: warning (.budgetlint.yml:14:1)
func (c *Config) Explain(w io.Writer) error {
	var b bytes.Buffer
	line := func(setting, value string) {
		fmt.Fprintf(&b, "%s: %s (%s)\n", setting, value, cmp.Or(c.origin[setting], "default"))
	}
	if c.File == "" {
		fmt.Fprintln(&b, "file: none")
	} else {
		fmt.Fprintf(&b, "file: %s\n", c.File)
	}
	line("contract", cmp.Or(c.ContractFile, "none"))
	for _, name := range slices.Sorted(maps.Keys(c.known.Rules)) {
		c.explainRule(name, line)
	}
	for i, d := range c.Downstreams {
		line(fmt.Sprintf("downstreams[%d]", i), words(d.Match.String(), d.Name, d.Effect, d.Class, positive("timeout=", d.Timeout)))
	}
	for i, e := range c.Entries {
		line(fmt.Sprintf("entries[%d]", i), words(e.Match.String(), positive("total=", e.Total), positive("margin=", e.Margin)))
	}
	for _, list := range []struct {
		setting string
		values  []string
	}{{"deps", c.Deps}, {"exclude", c.Exclude}, {"module", c.Module}} {
		line(list.setting, cmp.Or(strings.Join(list.values, " "), "none"))
	}
	likely := "off"
	if c.Likely {
		likely = "on"
	}
	line("likely", likely)
	line("baseline", cmp.Or(c.Baseline, "none"))
	line("fixTimeout", cmp.Or(positive("", c.FixTimeout), "none"))
	line("fail-on", cmp.Or(c.FailOn, failOns[0]))
	line("fixes", cmp.Or(c.Fixes, fixKinds[0]))
	line("unsafe-fixes", strconv.FormatBool(c.UnsafeFixes))
	_, err := w.Write(b.Bytes())
	return err
}

func (c *Config) explainRule(name string, line func(setting, value string)) {
	said, known := c.Rules[name], c.known.Rules[name]
	enabled := known.Enabled
	if said.Enabled != nil {
		enabled = *said.Enabled
	}
	line(name+".enabled", strconv.FormatBool(enabled))
	if severity := cmp.Or(said.Severity, known.Severity); severity != "" {
		line(name+".severity", severity)
	}
	for _, option := range slices.Sorted(maps.Keys(known.Options)) {
		line(name+"."+option, cmp.Or(said.Options[option], known.Options[option].Default, "not set"))
	}
}

func words(w ...string) string {
	return strings.Join(slices.DeleteFunc(w, func(s string) bool { return s == "" }), " ")
}

func positive(prefix string, d time.Duration) string {
	if d <= 0 {
		return ""
	}
	return prefix + d.String()
}

// base is a file's last element, whichever way its path is written.
func base(file string) string { return path.Base(filepath.ToSlash(file)) }
