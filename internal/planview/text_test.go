package planview

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/budgetlint/budgetlint/internal/callplan"
)

func TestDiff(t *testing.T) {
	one := func(name string, total time.Duration, plan callplan.Node) Entry {
		return Entry{Name: name, Package: "m", File: "a.go", Line: 3, Total: total, Why: "the contract", Plan: &plan}
	}
	seq := func(kids ...callplan.Node) callplan.Node { return of(callplan.Seq, callplan.Node{}, kids...) }
	moved := ask("users", 500*ms)
	moved.At = "b.go:99"
	unlimited := callplan.Node{Kind: callplan.Call, What: "http.Get"}
	by := of(callplan.Ref, callplan.Node{What: "(*main.TaxClient).Get"}, unlimited)
	for _, tt := range []struct {
		name     string
		old, now []Entry
		want     string
	}{
		{"the same", []Entry{one("page", 0, ask("users", 500*ms))}, []Entry{one("page", 0, ask("users", 500*ms))}, "the plans are the same\n"},
		{"lines move", []Entry{one("page", 0, ask("users", 500*ms))}, []Entry{one("page", 0, moved)}, "the plans are the same\n"},
		{"up", []Entry{one("page", 0, ask("users", 500*ms))}, []Entry{one("page", 0, seq(ask("users", 500*ms), ask("stock", 200*ms)))},
			"~ page  a.go:3\n    worst case up: 500ms → 500ms + 200ms = 700ms\n    + stock  http.Get\n"},
		{"down", []Entry{one("page", 0, seq(ask("users", 500*ms), ask("stock", 200*ms)))}, []Entry{one("page", 0, ask("users", 500*ms))},
			"~ page  a.go:3\n    worst case down: 500ms + 200ms = 700ms → 500ms\n    - stock  http.Get\n"},
		{"over", []Entry{one("page", time.Second, ask("users", 500*ms))}, []Entry{one("page", time.Second, ask("users", 1500*ms))},
			"~ page  a.go:3\n    worst case up: 500ms → 1.5s\n    now over its time of 1s\n"},
		{"not over", []Entry{one("page", time.Second, ask("users", 1500*ms))}, []Entry{one("page", time.Second, ask("users", 500*ms))},
			"~ page  a.go:3\n    worst case down: 1.5s → 500ms\n    no longer over its time of 1s\n"},
		{"another total", []Entry{one("page", 2*time.Second, ask("users", 500*ms))}, []Entry{one("page", time.Second, ask("users", 500*ms))},
			"~ page  a.go:3\n    total: 2s → 1s\n"},
		{"no limit", []Entry{one("page", 0, ask("users", 500*ms))}, []Entry{one("page", 0, by)},
			"~ page  a.go:3\n    worst case up: 500ms → ∞\n    + (*TaxClient).Get  http.Get\n    - users  http.Get\n"},
		{"twice is once more", []Entry{one("page", 0, ask("users", 500*ms))}, []Entry{one("page", 0, of(callplan.Par, callplan.Node{}, ask("users", 500*ms), ask("users", 500*ms)))},
			"~ page  a.go:3\n    + users  http.Get\n"},
		{"under a condition now", []Entry{one("page", 0, ask("users", 500*ms))}, []Entry{one("page", 0, of(callplan.If, callplan.Node{What: "beta"}, ask("users", 500*ms)))},
			"~ page  a.go:3\n    + users  http.Get, if beta\n    - users  http.Get\n"},
		{"under the same condition", []Entry{one("page", 0, of(callplan.If, callplan.Node{What: "beta"}, ask("users", 500*ms)))}, []Entry{one("page", 0, of(callplan.If, callplan.Node{What: "beta"}, moved))}, "the plans are the same\n"},
		{"new, in part under a condition", nil, []Entry{one("page", 0, seq(ask("users", 500*ms), of(callplan.If, callplan.Node{What: "beta"}, ask("stock", 100*ms))))},
			"+ page  a.go:3\n    2 calls, 1 under a condition, worst case: 500ms + 100ms = 600ms\n"},
		{"comes and goes", []Entry{one("b", 0, by), one("a", 0, by)}, []Entry{one("c", 0, ask("users", 500*ms))},
			"+ c  a.go:3\n    1 call, worst case: 500ms\n- a\n- b\n"},
	} {
		var b bytes.Buffer
		changed, err := Diff(&b, tt.old, tt.now)
		if err != nil || b.String() != tt.want || changed != (tt.want != "the plans are the same\n") {
			t.Errorf("%s: changed %v, %v\n got %q\nwant %q", tt.name, changed, err, b.String(), tt.want)
		}
	}
}

// What JSON writes, Read reads.
func TestJSONAndBack(t *testing.T) {
	var b, again bytes.Buffer
	if err := JSON(&b, sample()); err != nil {
		t.Fatal(err)
	}
	got, err := Read("plan.json", b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if err := JSON(&again, got); err != nil || b.String() != again.String() {
		t.Errorf("it is not the same after reading: %v", err)
	}
	if changed, err := Diff(&again, sample(), got); changed || err != nil {
		t.Errorf("it differs after reading: %v", err)
	}
}

// nasty has all that graph languages read as their own in its names.
func nasty() []Entry {
	n := of(callplan.Ref, callplan.Node{What: `main.a"b\c<d>&e#f;g{h}|i[j](k)` + "\nnext `code`"}, callplan.Node{Kind: callplan.Call, What: `http."Get"`, At: "a.go:1", Time: callplan.Span{Sym: `cfg["x"]`}})
	n.Name = `<script>alert("x")</script>`
	return []Entry{{Name: `a "literal" \in <main>` + "\nend", Route: `GET /x/{id}?a="b"&c#d`, File: "a.go", Line: 1, Plan: &n}}
}

func TestDotEscapes(t *testing.T) {
	var b bytes.Buffer
	if err := Dot(&b, append(nasty(), sample()...)); err != nil {
		t.Fatal(err)
	}
	// Every text is one quoted string on its line.
	for line := range strings.Lines(b.String()) {
		open, escaped := false, false
		for _, c := range line {
			switch {
			case escaped:
				escaped = false
			case c == '\\' && open:
				escaped = true
			case c == '"':
				open = !open
			}
		}
		if open {
			t.Errorf("a string does not end: %s", line)
		}
	}
	for _, want := range []string{`label="a \"literal\" \\in <main>\nend";`, `<script>alert(\"x\")</script>\nhttp.\"Get\"\na.go:1\n≤ cfg[\"x\"]`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %s in\n%s", want, b.String())
		}
	}
	dot, err := exec.LookPath("dot")
	if err != nil {
		return // what Graphviz says about it is known only where it is
	}
	cmd := exec.Command(dot, "-Tsvg")
	cmd.Stdin = bytes.NewReader(b.Bytes())
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("Graphviz: %v\n%s", err, out)
	}
}

func TestMermaidEscapes(t *testing.T) {
	var b bytes.Buffer
	if err := Mermaid(&b, nasty()); err != nil {
		t.Fatal(err)
	}
	want := `flowchart LR
  n0_0(["GET /x/{id}?a=#quot;b#quot;&amp;c#35;d<br>worst case: cfg[#quot;x#quot;]"])
  n0_1["&lt;script&gt;alert(#quot;x#quot;)&lt;/script&gt;<br>http.#quot;Get#quot;<br>a.go:1<br>≤ cfg[#quot;x#quot;]"]
  n0_0 --> n0_1
`
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
}

// Arrows go from what ends to what begins then; what runs at the same time has none in between.
func TestGraphArrows(t *testing.T) {
	plan := of(callplan.Seq, callplan.Node{}, ask("a", ms), of(callplan.Par, callplan.Node{}, ask("b", ms), ask("c", ms)),
		of(callplan.Async, callplan.Node{}, ask("d", ms)), ask("e", ms))
	var g graph
	g.entry(&Entry{Name: "page", Plan: &plan})
	var got []string
	for _, a := range g.arrows {
		name := func(i int) string { s, _, _ := strings.Cut(g.labels[i], "\n"); return s }
		got = append(got, name(a.from)+" > "+name(a.to))
	}
	slices.Sort(got)
	want := []string{
		"a > at the same time", "at the same time > b", "at the same time > c",
		"b > started, and not waited for", "c > started, and not waited for",
		"page > a", "started, and not waited for > d", "started, and not waited for > e",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestTree(t *testing.T) {
	var b bytes.Buffer
	if err := Tree(&b, sample()); err != nil {
		t.Fatal(err)
	}
	golden(t, filepath.Join("testdata", "tree.txt"), b.Bytes())
}

// Lanes are called by what they reach.
func TestLaneNames(t *testing.T) {
	grpc := callplan.Node{Kind: callplan.Call, What: "pb.CartServiceClient.GetCart", Protocol: "grpc"}
	web := callplan.Node{Kind: callplan.Call, What: "(*http.Client).Do", Protocol: "http"}
	ref := func(what string, kid callplan.Node) callplan.Node {
		return of(callplan.Ref, callplan.Node{What: what}, kid)
	}
	named := ref("main.cart", web)
	named.Name = "cart-service"
	for _, tt := range []struct {
		plan      callplan.Node
		name, how string
	}{
		{grpc, "CartServiceClient.GetCart", "grpc"},
		{ref("(*main.Server).cart", grpc), "CartServiceClient.GetCart", "grpc · (*Server).cart"},
		{ref("(*main.UserClient).Get", ref("main.getJSON", web)), "(*UserClient).Get", "http · getJSON → (*http.Client).Do"},
		{ref("main.page", named), "cart-service", "http · page → cart → (*http.Client).Do"},
		{web, "(*http.Client).Do", "http"},
		{of(callplan.Loop, callplan.Node{N: callplan.Count{N: 3}}, named), "cart-service", "http · 3 times → cart → (*http.Client).Do"},
		{of(callplan.Ref, callplan.Node{What: "main.unknown"}), "unknown", ""},
		{of(callplan.Async, callplan.Node{}, web), "(*http.Client).Do", "http · not waited for"},
	} {
		got := lanes(&tt.plan)
		if len(got) != 1 || got[0].name != tt.name || got[0].how != tt.how {
			t.Errorf("%s: %+v, want %q by %q", tt.plan.String(), got, tt.name, tt.how)
		}
	}
}
