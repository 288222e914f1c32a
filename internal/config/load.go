package config

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"

	"github.com/budgetlint/budgetlint/runtime/contract"
)

// Known is what the analyzers table tells this package, so that it need not import the table.
type Known struct {
	Rules map[string]RuleOptions // by rule name; empty means that names of rules are not checked in directives
	// Unread: the contract that a configuration names is not read, and need not be there; ContractFile says where it is.
	Unread bool
}

// RuleOptions describes one rule: its defaults, and what the configuration may say about it.
type RuleOptions struct {
	Enabled    bool              // on unless the configuration says otherwise
	Severity   string            // default severity, for Explain; may be ""
	Categories []string          // the parts after the slash: "client" in nodeadline/client
	Options    map[string]Option // by option name
}

// Option is one per-rule setting.
type Option struct {
	// Values are the words it accepts; nil means a boolean, kept as "true" or "false".
	Values  []string
	Default string
}

// Error is one fault of a configuration file. Line and Col count from 1; 0 means the file as a whole.
type Error struct {
	File      string
	Line, Col int
	Msg       string // one line, lower case, no full stop
}

// Error is one line: ".budgetlint.yml:12:5: …".
func (e *Error) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Msg
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Msg)
}

// Find looks for .budgetlint.yml at the root of the module that dir is in: the nearest folder, upwards, with a go.mod.
// Folders between dir and that root do not count, so all packages of a module share one configuration.
func Find(dir string) (file string, ok bool) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", false
	}
	for {
		if info, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil && !info.IsDir() {
			file := filepath.Join(dir, ".budgetlint.yml")
			if _, err := os.Stat(file); err != nil {
				return "", false
			}
			return file, true
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", false
		}
		dir = parent
	}
}

// Default is the configuration of a module without .budgetlint.yml. Load("", known) is the same for known rules.
func Default() *Config { return &Config{Likely: true, Rules: map[string]Rule{}} }

// Load reads and checks file and the contract that it names; file "" gives the defaults. The error joins one error of
// one line for each fault: an *Error for the configuration, a *contract.PosError for the contract.
func Load(file string, known Known) (*Config, error) {
	if file == "" {
		c := Default()
		c.known = known
		return c, nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, &Error{File: file, Msg: "configuration cannot be read: " + reason(err)}
	}
	return Parse(file, data, known)
}

// Parse is Load for bytes that are already at hand (an unsaved buffer, a plugin's settings). The contract's path is
// relative to file's folder.
func Parse(file string, data []byte, known Known) (*Config, error) {
	return (&loader{file: file, c: Default()}).parse(data, known)
}

// ParseFS is Load for a file of fsys, which also holds the contract: embedded files, where the host lets a program read
// no others. The contract's path is slash-separated and relative to file's folder.
func ParseFS(fsys fs.FS, file string, known Known) (*Config, error) {
	data, err := fs.ReadFile(fsys, file)
	if err != nil {
		return nil, &Error{File: file, Msg: "configuration cannot be read: " + reason(err)}
	}
	return (&loader{file: file, c: Default(), fsys: fsys}).parse(data, known)
}

func (l *loader) parse(data []byte, known Known) (*Config, error) {
	l.c.File, l.c.known, l.c.bytes = l.file, known, data
	l.c.origin = map[string]string{}
	if root := l.document(data); root != nil {
		fields(l, "", root, settings, l.c)
	}
	if err := errors.Join(l.errs...); err != nil {
		return nil, err
	}
	return l.c, nil
}

// LoadContract reads and checks the contract in file and puts it in the place of the one that c has. origin says for
// Explain where the name comes from: "-contract". Errors are one line each, joined; c is then as before.
func (c *Config) LoadContract(file, origin string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return &Error{File: file, Msg: "contract cannot be read: " + reason(err)}
	}
	abs, err := filepath.Abs(file)
	if err != nil {
		return err
	}
	if err := c.setContract(file, data, origin); err != nil {
		return err
	}
	c.ContractFile = abs
	return nil
}

func (c *Config) setContract(file string, data []byte, origin string) error {
	parsed, err := contract.Parse(file, data)
	if err != nil {
		return err
	}
	c.ContractFile, c.Contract, c.contract = file, parsed, data
	c.SetOrigin("contract", origin)
	return nil
}

// SetOrigin notes for Explain where a setting comes from, under the name that Explain prints: "fail-on", "-fail-on".
// Copies of c made before are not affected.
func (c *Config) SetOrigin(setting, origin string) {
	if c.origin = maps.Clone(c.origin); c.origin == nil {
		c.origin = map[string]string{}
	}
	c.origin[setting] = origin
}

// Digest covers what the files contribute to the results: the bytes of the configuration and of the contract. It is
// the same for the same bytes on every machine, and does not cover what a caller changed in c by hand.
func (c *Config) Digest() []byte {
	h := sha256.New()
	h.Write([]byte("budgetlint configuration 1\n"))
	for _, part := range [][]byte{c.bytes, c.contract} {
		// The length keeps apart what stands on either side of it.
		h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part))))
		h.Write(part)
	}
	return h.Sum(nil)
}

// reason is why a file could not be read, without the path, which the message has already.
func reason(err error) string {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		return pathErr.Err.Error()
	}
	return err.Error()
}
