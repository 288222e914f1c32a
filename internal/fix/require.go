package fix

import (
	"os"
	"path/filepath"
	"strings"
)

// Requires reports whether the go.mod above a file requires a module directly, so that a fix may import it. Without a
// go.mod in sight (vendored in another build system, say) it does not.
func Requires(filename, module string) bool {
	if !filepath.IsAbs(filename) {
		return false
	}
	for dir := filepath.Dir(filename); ; {
		text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil {
			return requires(string(text), module)
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return false
		}
		dir = parent
	}
}

func requires(gomod, module string) bool {
	for line := range strings.Lines(gomod) {
		line = strings.TrimSpace(line)
		line = strings.TrimSpace(strings.TrimPrefix(line, "require "))
		if rest, ok := strings.CutPrefix(line, module+" "); ok && strings.HasPrefix(rest, "v") {
			return !strings.Contains(rest, "// indirect")
		}
	}
	return false
}
