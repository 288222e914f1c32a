package fix_test

import (
	"go/token"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

func TestImport(t *testing.T) {
	for _, tt := range []struct{ name, src, path, pkgName, qualifier, want string }{
		{
			name: "exists", src: "package p\n\nimport \"time\"\n\nvar x time.Duration\n",
			path: "time", qualifier: "time",
			want: "package p\n\nimport \"time\"\n\nvar x time.Duration\n",
		},
		{
			name: "renamed", src: "package p\n\nimport clock \"time\"\n\nvar x clock.Duration\n",
			path: "time", qualifier: "clock",
			want: "package p\n\nimport clock \"time\"\n\nvar x clock.Duration\n",
		},
		{
			name: "dot", src: "package p\n\nimport . \"time\"\n\nvar x Duration\n",
			path: "time", qualifier: "time",
			want: "package p\n\nimport . \"time\"\nimport \"time\"\n\nvar x Duration\n",
		},
		{
			name: "blank", src: "package p\n\nimport (\n\t_ \"time\" // zones\n)\n\nvar x int\n",
			path: "time", qualifier: "time",
			want: "package p\n\nimport (\n\t\"time\"\n\t_ \"time\" // zones\n)\n\nvar x int\n",
		},
		{
			name: "sorted", src: "package p\n\nimport (\n\t\"context\"\n\t// keep\n\t\"unicode\" // why\n)\n\nvar x int\n",
			path: "time", qualifier: "time",
			want: "package p\n\nimport (\n\t\"context\"\n\t\"time\"\n\t// keep\n\t\"unicode\" // why\n)\n\nvar x int\n",
		},
		{
			name: "last with a comment", src: "package p\n\nimport (\n\t\"context\"\n\t\"errors\" // why\n)\n\nvar x int\n",
			path: "time", qualifier: "time",
			want: "package p\n\nimport (\n\t\"context\"\n\t\"errors\" // why\n\t\"time\"\n)\n\nvar x int\n",
		},
		{
			name: "std group of two", src: "package p\n\nimport (\n\t\"context\"\n\n\t\"example.com/b\"\n)\n\nvar x int\n",
			path: "time", qualifier: "time",
			want: "package p\n\nimport (\n\t\"context\"\n\t\"time\"\n\n\t\"example.com/b\"\n)\n\nvar x int\n",
		},
		{
			name: "others only", src: "package p\n\nimport (\n\t\"example.com/b\"\n)\n\nvar x int\n",
			path: "time", qualifier: "time",
			want: "package p\n\nimport (\n\t\"time\"\n\n\t\"example.com/b\"\n)\n\nvar x int\n",
		},
		{
			name: "own group", src: "package p\n\nimport (\n\t\"context\"\n\n\t\"example.org/b\"\n\n\t\"example.com/m/a\"\n)\n\nvar x int\n",
			path: "example.com/m/z", qualifier: "z",
			want: "package p\n\nimport (\n\t\"context\"\n\n\t\"example.org/b\"\n\n\t\"example.com/m/a\"\n\t\"example.com/m/z\"\n)\n\nvar x int\n",
		},
		{
			name: "std only", src: "package p\n\nimport (\n\t\"context\"\n)\n\nvar x int\n",
			path: "example.com/m/z/v2", pkgName: "zed", qualifier: "zed",
			want: "package p\n\nimport (\n\t\"context\"\n\n\t\"example.com/m/z/v2\"\n)\n\nvar x int\n",
		},
		{
			name: "one line block", src: "package p\n\nimport (\"context\"; \"unicode\")\n\nvar x int\n",
			path: "time", qualifier: "time",
			want: "package p\n\nimport (\n\t\"context\"\n\t\"time\"\n\t\"unicode\"\n)\n\nvar x int\n",
		},
		{
			name: "none", src: "// Package p.\npackage p // here\n\n// F.\nfunc F() {}\n",
			path: "time", qualifier: "time",
			want: "// Package p.\npackage p // here\n\nimport \"time\"\n\n// F.\nfunc F() {}\n",
		},
		{
			name: "none, one line", src: "package p; func F() {}",
			path: "time", qualifier: "time",
			want: "package p\n\nimport \"time\"\n\nfunc F() {}\n",
		},
		{
			name: "cgo", src: "package p\n\n// #include <a.h>\nimport \"C\"\n\nvar x int\n",
			path: "time", qualifier: "time",
			want: "package p\n\nimport \"time\"\n\n// #include <a.h>\nimport \"C\"\n\nvar x int\n",
		},
		{
			name: "package-level name", src: "package p\n\nvar time = 1\n\nvar x int\n",
			path: "time", qualifier: "timepkg",
			want: "package p\n\nimport timepkg \"time\"\n\nvar time = 1\n\nvar x int\n",
		},
		{
			name: "import of that name", src: "package p\n\nimport (\n\ttime \"errors\"\n)\n\nvar x = time.New(\"\")\n",
			path: "time", qualifier: "timepkg",
			want: "package p\n\nimport (\n\ttime \"errors\"\n\ttimepkg \"time\"\n)\n\nvar x = time.New(\"\")\n",
		},
		{
			name: "local name", src: "package p\n\nfunc f(time int) {\n\tvar x int\n\t_, _ = x, time\n}\n",
			path: "time", qualifier: "timepkg",
			want: "package p\n\nimport timepkg \"time\"\n\nfunc f(time int) {\n\tvar x int\n\t_, _ = x, time\n}\n",
		},
		{
			name: "local name elsewhere, field", src: "package p\n\nfunc f(time int) {}\n\ntype s struct{ time int }\n\nvar x int\n",
			path: "time", qualifier: "time",
			want: "package p\n\nimport \"time\"\n\nfunc f(time int) {}\n\ntype s struct{ time int }\n\nvar x int\n",
		},
		{
			name: "shadowed import", src: "package p\n\nimport \"time\"\n\nfunc f(d time.Duration) {\n\ttime := d\n\tvar x int\n\t_, _ = x, time\n}\n",
			path: "time", qualifier: "timepkg",
			want: "package p\n\nimport \"time\"\nimport timepkg \"time\"\n\nfunc f(d time.Duration) {\n\ttime := d\n\tvar x int\n\t_, _ = x, time\n}\n",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := load(t, tt.src)
			pos := f.Syntax.FileEnd - 1
			if i := strings.Index(tt.src, "var x int"); i >= 0 {
				pos = f.Syntax.FileStart + token.Pos(i)
			}
			q, edits := f.Import(pos, tt.path, tt.pkgName)
			if q != tt.qualifier {
				t.Errorf("qualifier = %q, want %q", q, tt.qualifier)
			}
			equal(t, apply(t, f, tt.src, edits...), tt.want)
		})
	}
}

func TestImportOtherFile(t *testing.T) {
	const src = "package p\n\nvar x int\n"
	f := loadWith(t, src, map[string]string{"q.go": "package p\n\nfunc time() {}\n"})
	if q, _ := f.Import(f.Syntax.FileEnd, "time", ""); q != "timepkg" {
		t.Errorf("qualifier = %q although another file declares time", q)
	}
}

func TestImportTwice(t *testing.T) {
	const src = "package p\n\nimport (\n\t\"context\"\n\t\"unicode\"\n)\n\nfunc f() {}\n\nfunc g() {}\n"
	f := load(t, src)
	var edits []analysis.TextEdit
	for _, path := range []string{"time", "net", "time"} {
		_, add := f.Import(at(t, f, src, "func g"), path, "")
		edits = append(edits, add...)
	}
	equal(t, apply(t, f, src, edits...),
		"package p\n\nimport (\n\t\"context\"\n\t\"net\"\n\t\"time\"\n\t\"unicode\"\n)\n\nfunc f() {}\n\nfunc g() {}\n")
}
