package config

// Known is what the analyzers table tells this package, so that it need not import the table.
type Known struct {
	Rules map[string]RuleOptions // by rule name
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

// Load reads file, strictly. "" means the defaults. Errors are one line each, joined: "path:line:col: message".
func Load(file string, known Known) (*Config, error) { return Default(), nil }

// Find looks for .budgetlint.yml at the root of the module that dir is in: the nearest folder upwards with a go.mod.
func Find(dir string) (file string, ok bool) { return "", false }

// Default is the configuration of a module without .budgetlint.yml.
func Default() *Config { return &Config{Likely: true, Rules: map[string]Rule{}} }

// Digest covers everything that changes results: the bytes of the configuration file and of the contract.
func (c *Config) Digest() []byte { return nil }
