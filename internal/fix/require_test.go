package fix

import "testing"

func TestRequires(t *testing.T) {
	const sync = "golang.org/x/sync"
	for gomod, want := range map[string]bool{
		"module m\n\nrequire golang.org/x/sync v0.25.0\n":                      true,
		"module m\n\nrequire (\n\tgolang.org/x/sync v0.25.0\n)\n":              true,
		"module m\n\nrequire (\n\tgolang.org/x/sync v0.25.0 // indirect\n)\n":  false,
		"module m\n\nrequire (\n\tgolang.org/x/synctools v0.1.0\n)\n":          false,
		"module m\n\nreplace golang.org/x/sync => ../sync\n":                   false,
		"module m\n\nexclude golang.org/x/sync v0.1.0\n\nrequire a.b/c v1.0.0": false,
	} {
		if got := requires(gomod, sync); got != want {
			t.Errorf("requires(%q) = %t", gomod, got)
		}
	}
}
