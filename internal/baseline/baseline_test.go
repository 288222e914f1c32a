package baseline

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// key reads "function callee", of package p and rule r.
func key(s string) Key {
	function, callee, _ := strings.Cut(s, " ")
	return Key{Package: "p", Function: function, Rule: "r", Callee: callee}
}

func TestFormat(t *testing.T) {
	f := New("b")
	for _, k := range []Key{{"p/b", "F", "r", "c"}, {"p/a", "(*T).G", "r/x", "net/http.Get"}, {"p/b", "F", "r", "c"}, {"p/a", "(*T).G", "r", ".F"}} {
		f.Add(k)
	}
	text := string(f.Format())
	want := preface + "p/a (*T).G r .F 1\np/a (*T).G r/x net/http.Get 1\np/b F r c 2\n"
	if d := cmp.Diff(want, text); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	// Line ends of Windows, blanks, comments and a byte order mark change nothing.
	odd := "\ufeff" + strings.ReplaceAll(strings.ReplaceAll(text, " ", "\t "), "budgetlint\t baseline\t ", "budgetlint baseline ") + "\n  # end"
	for _, s := range []string{text, strings.ReplaceAll(odd, "\n", "\r\n")} {
		again, err := Parse("b", []byte(s))
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(text, string(again.Format())); d != "" || again.Len() != 3 {
			t.Errorf("%d entries (-want +got):\n%s", again.Len(), d)
		}
	}
}

func TestParseErrors(t *testing.T) {
	const head = "budgetlint baseline 1\n"
	for text, want := range map[string]string{
		"":                                       `b:1: is no baseline: its first line is not "budgetlint baseline 1"; budgetlint baseline writes one`,
		"\n" + head:                              `b:1: is no baseline`,
		"{\"a\": 1}":                             `b:1: is no baseline`,
		"\x00\xff\xfe":                           `b:1: is no baseline`,
		"budgetlint baseline 2\n":                `b:1: baseline of version "2", and this budgetlint knows version 1: install the one that wrote it, or run budgetlint baseline to write it anew`,
		"budgetlint baseline 10\n":               `b:1: baseline of version "10"`,
		head + "p F r c\n":                       `b:2: is no entry: 4 fields, not package, function, rule, callee, count`,
		head + "#\n\np F r c 1 2\n":              `b:4: is no entry: 6 fields`,
		head + "p F r c 0\n":                     `b:2: the count must be a number from 1 to 1000000000, not "0"`,
		head + "p F r c -1\n":                    `b:2: the count must be`,
		head + "p F r c 1e3\n":                   `b:2: the count must be`,
		head + "p F r c 99999999999999999":       `b:2: the count must be`,
		head + "p F r c 1\np G r c 1\np F r c 2": `b:4: the entry of line 2 again, as merging two branches leaves it: run budgetlint baseline to write the file anew`,
		head + "<<<<<<< HEAD\np F r c 1\n":       `b:2: a conflict of a merge: take either side, then run budgetlint baseline to write the file anew`,
		strings.Repeat("x", maxSize+1):           `b: is larger than 67108864 bytes`,
	} {
		_, err := Parse("b", []byte(text))
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.60q: %v\nwant %s", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("budgetlint baseline 1\np F r c 1\n")
	f.Add("budgetlint baseline 1\r\n# x\n\tp F r c 3")
	f.Add("budgetlint baseline 2\n<<<<")
	f.Fuzz(func(t *testing.T, text string) {
		file, err := Parse("b", []byte(text))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "b:") || strings.Contains(err.Error(), "\n") {
				t.Fatalf("not one line with its place: %q", err)
			}
			return
		}
		again, err := Parse("b", file.Format())
		if err != nil || string(again.Format()) != string(file.Format()) {
			t.Fatalf("not the same when read again: %v", err)
		}
	})
}

func TestMatch(t *testing.T) {
	gone := func(names ...string) World {
		list := strings.Join(names, " ") + " "
		return World{
			GoneFunction: func(_, f string) bool { return strings.Contains(list, f+" ") },
			GoneCallee:   func(_, c string) bool { return strings.Contains(list, c+" ") },
			Judged:       func(pkg, rule string) bool { return pkg == "p" && rule == "r" },
		}
	}
	// A finding is "function callee", with further calls behind "+".
	tests := map[string]struct {
		file     []string
		findings []string
		world    World
		covered  string // y and n
		renamed  int
		more     []string
		gone     []string
	}{
		"all":                   {file: []string{"F a", "G b"}, findings: []string{"F a", "G b"}, covered: "yy"},
		"one more is new":       {file: []string{"F a", "F a"}, findings: []string{"F a", "F a", "F a"}, covered: "yyn", more: []string{"F a"}},
		"another callee is new": {file: []string{"F a"}, findings: []string{"F a", "F b"}, covered: "yn"},
		"another function":      {file: []string{"F a"}, findings: []string{"F a", "G a"}, covered: "yn"},
		"empty baseline":        {findings: []string{"F a"}, covered: "n"},
		"one less":              {file: []string{"F a", "F a", "G a"}, findings: []string{"F a"}, covered: "y", gone: []string{"F a 1", "G a 1"}},
		// What joins a finding makes it new, what leaves it does not.
		"a call joins":              {file: []string{"F a", "F b"}, findings: []string{"F a+F b+F c"}, covered: "n"},
		"a call leaves":             {file: []string{"F a", "F b", "F c"}, findings: []string{"F b+F c"}, covered: "y", gone: []string{"F a 1"}},
		"the same call joins":       {file: []string{"F a"}, findings: []string{"F a+F a"}, covered: "n", more: []string{"F a"}},
		"a refusal uses up nothing": {file: []string{"F a", "F a"}, findings: []string{"F a+F b", "F a", "F a"}, covered: "nyy", more: []string{"F a"}},
		// Renamed: the old name is gone, and the new one is not in the file.
		"renamed":                    {file: []string{"F a", "F b"}, findings: []string{"G a", "G b"}, world: gone("F"), covered: "yy", renamed: 2},
		"renamed, and one more":      {file: []string{"F a"}, findings: []string{"G a", "G a"}, world: gone("F"), covered: "yn", renamed: 1},
		"the old one is still there": {file: []string{"F a"}, findings: []string{"G a"}, world: gone(), covered: "n", gone: []string{"F a 1"}},
		"the new one is known":       {file: []string{"F a", "G b"}, findings: []string{"G a", "G b"}, world: gone("F"), covered: "ny", gone: []string{"F a 1"}},
		"callee renamed":             {file: []string{"F .a", "G .a"}, findings: []string{"F .b", "G .b"}, world: gone(".a"), covered: "yy", renamed: 2},
		"callee is still there":      {file: []string{"F .a"}, findings: []string{"F .b"}, world: gone(), covered: "n", gone: []string{"F .a 1"}},
		"both renamed":               {file: []string{"F .a"}, findings: []string{"G .b"}, world: gone("F", ".a"), covered: "y", renamed: 1},
		"exact ones go first":        {file: []string{"F a", "G a"}, findings: []string{"H a", "G a"}, world: gone("F", "G"), covered: "yy", renamed: 1},
		"no keys":                    {findings: []string{""}, covered: "n"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			f := New("b")
			for _, s := range test.file {
				f.Add(key(s))
			}
			var findings [][]Key
			for _, s := range test.findings {
				var keys []Key
				for part := range strings.SplitSeq(s, "+") {
					if part != "" {
						keys = append(keys, key(part))
					}
				}
				findings = append(findings, keys)
			}
			world := test.world
			if world.Judged == nil {
				world = gone()
			}
			before := string(f.Format())
			res := f.Match(findings, world)
			covered := ""
			for _, c := range res.Covered {
				if c {
					covered += "y"
				} else {
					covered += "n"
				}
			}
			var more, left []string
			for _, k := range res.More {
				more = append(more, k.Function+" "+k.Callee)
			}
			for _, e := range res.Gone {
				left = append(left, strings.Replace(e.String()[2:], " r ", " ", 1))
			}
			if covered != test.covered || res.Renamed != test.renamed {
				t.Errorf("covered %s, %d renamed; want %s, %d", covered, res.Renamed, test.covered, test.renamed)
			}
			if d := cmp.Diff(test.more, more); d != "" {
				t.Errorf("more (-want +got):\n%s", d)
			}
			if d := cmp.Diff(test.gone, left); d != "" {
				t.Errorf("gone (-want +got):\n%s", d)
			}
			if string(f.Format()) != before {
				t.Error("Match changed the file")
			}
		})
	}
}

// A world that knows nothing calls nothing gone or renamed.
func TestMatchWithoutWorld(t *testing.T) {
	f := New("b")
	f.Add(key("F a"))
	res := f.Match([][]Key{{key("G a")}}, World{})
	if res.Covered[0] || res.Gone != nil {
		t.Errorf("%+v", res)
	}
}

func TestKeep(t *testing.T) {
	old, f := New("b"), New("b")
	for range 3 {
		old.Add(key("F a"))
	}
	old.Add(key("G a"))
	f.Add(key("F a"))
	f.Add(key("H a"))
	if n := f.Keep(old, func(k Key) bool { return k.Function == "G" }); n != 1 {
		t.Errorf("%d entries kept", n)
	}
	if d := cmp.Diff(preface+"p F r a 3\np H r a 1\n", string(f.Format())); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}
