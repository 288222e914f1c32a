package config

import (
	"errors"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/budgetlint/budgetlint/runtime/contract"
)

// pluginFile is where golangci-lint has the settings: what messages call their file.
const pluginFile = "linters.settings.custom.budgetlint.settings"

// refused are the keys of .budgetlint.yml that golangci-lint has its own ways for, with those.
var refused = map[string]string{
	"fail-on": "golangci-lint fails on every issue that it shows: switch rules off under rules, and write advice: true to be shown advice too",
	"baseline": "the file is not in the key of golangci-lint's cache, and its results would be old ones: " +
		"write issues: {new-from-merge-base: main} in .golangci.yml, or check with budgetlint -baseline",
}

// pluginSettings is what golangci-lint's settings may hold: the keys of .budgetlint.yml, but for those that read
// differently there, and two that are flags of the command line.
var pluginSettings = append(slices.DeleteFunc(slices.Clone(settings), func(f field[Config]) bool {
	return f.key == "contract" || refused[f.key] != ""
}), []field[Config]{
	{key: "contract", kind: "string", read: readContractText},
	refuse("fail-on"),
	refuse("baseline"),
	{key: "advice", kind: "bool", read: func(l *loader, n *yaml.Node, c *Config) {
		c.Advice, _ = l.truth("advice", n)
	}},
	{key: "tests", kind: "bool", read: func(l *loader, n *yaml.Node, c *Config) {
		c.Tests, _ = l.truth("tests", n)
	}},
}...)

func refuse(key string) field[Config] {
	return field[Config]{key: key, kind: "string", read: func(l *loader, n *yaml.Node, c *Config) {
		l.fault(n, "%s has no place here: %s", key, refused[key])
	}}
}

// FromPlugin reads the settings that golangci-lint hands to its plugin, decoded YAML; nil gives the defaults. Keys may
// have lost their case on the way, since golangci-lint lowers it; their places are lost, so errors name no line.
func FromPlugin(given any, known Known) (*Config, error) {
	l := &loader{file: pluginFile, c: Default(), plugin: true}
	l.c.Host, l.c.known, l.c.origin = Plugin, known, map[string]string{}
	if given != nil {
		root := new(yaml.Node)
		if err := root.Encode(given); err != nil {
			return nil, &Error{File: pluginFile, Msg: "cannot be read: " + err.Error()}
		}
		if !empty(root) {
			fields(l, "", root, pluginSettings, l.c)
		}
	}
	if err := errors.Join(l.errs...); err != nil {
		return nil, err
	}
	return l.c, nil
}

// readContractText reads the contract itself. Files are not in the key of golangci-lint's cache, which would go on
// showing what an older contract gave; nor can the contract be a mapping, since its keys, names of downstreams among
// them, would have lost their case.
func readContractText(l *loader, n *yaml.Node, c *Config) {
	const write = "write contract: | and below it, indented, the JSON of the budget file"
	if n.Kind == yaml.MappingNode {
		l.fault(n, "contract must be text, since golangci-lint lowers the case of keys: %s", write)
		return
	}
	text, ok := l.text("contract", n)
	if !ok {
		return
	}
	if !strings.HasPrefix(strings.TrimSpace(text), "{") {
		l.fault(n, "contract %s is not the contract itself, and a file is not in the key of golangci-lint's cache, which would show old results: %s",
			quote(strings.TrimSpace(text)), write)
		return
	}
	parsed, err := contract.Parse(pluginFile+".contract", []byte(text))
	if err != nil {
		l.add(err)
		return
	}
	c.Contract, c.contract = parsed, []byte(text)
}

// canonical is the one of names that word is but for its case; word itself if none is.
func canonical(word string, names []string) string {
	if i := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, word) }); i >= 0 {
		return names[i]
	}
	return word
}
