package planview

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/budgetlint/budgetlint/internal/callplan"
)

var update = flag.Bool("update", false, "rewrite testdata and the pictures of docs/concepts.md")

func of(k callplan.Kind, n callplan.Node, kids ...callplan.Node) callplan.Node {
	n.Kind, n.Kids = k, kids
	return n
}

func within(name, class string, d, expected time.Duration, kid callplan.Node) callplan.Node {
	return of(callplan.Bounded, callplan.Node{Name: name, Class: class, At: "api/page.go:20", Time: callplan.Span{D: d}, Expected: expected}, kid)
}

// sample has one of everything that a page shows.
func sample() []Entry {
	unlimited := callplan.Node{Kind: callplan.Call, What: "http.Get", Protocol: "http", At: "client/client.go:9"}
	wave := func(n callplan.Node, w int) callplan.Node { n.Wave = w; return n }
	write := ask("audit", 300*ms)
	write.Write, write.Ignored, write.At = true, true, "api/page.go:30"
	fits := of(callplan.Seq, callplan.Node{},
		of(callplan.Par, callplan.Node{At: "api/page.go:18"},
			within("user-service", "core", 500*ms, 80*ms, unlimited),
			within("recommend-service", "degradable", 400*ms, 100*ms, unlimited)),
		within("notify-service", "degradable", 200*ms, 30*ms, ask("", 150*ms)))
	over := of(callplan.Seq, callplan.Node{},
		wave(ask("prices", 800*ms), 1), wave(ask("stock", 700*ms), 1),
		of(callplan.Retry, callplan.Node{At: "api/page.go:25", N: callplan.Count{N: 3}, Time: callplan.Span{D: 100 * ms}}, ask("tax", 200*ms)), write)
	strange := of(callplan.Seq, callplan.Node{},
		of(callplan.Ref, callplan.Node{What: `(*shop.Client[K, "V"]).Load`, At: "api/x.go:4"}, unlimited),
		of(callplan.Alt, callplan.Node{At: "api/x.go:6"}, ask("<b>cache</b>", 50*ms), ask(strings.Repeat("VeryLongNameOfADownstream", 8), 70*ms)),
		of(callplan.Loop, callplan.Node{Wave: 1, At: "api/x.go:8", N: callplan.Count{Sym: "orders"}}, ask("stock", 100*ms)),
		of(callplan.Bounded, callplan.Node{Time: callplan.Span{D: 250 * ms}, At: "api/x.go:11"},
			of(callplan.Seq, callplan.Node{}, unlimited, of(callplan.Free, callplan.Node{Levels: -1}, ask("log & audit", 20*ms)))),
		of(callplan.Async, callplan.Node{At: "api/x.go:15"}, unlimited),
		callplan.Node{Kind: callplan.Wait, Time: callplan.Span{D: 50 * ms}, At: "api/x.go:16"},
		of(callplan.If, callplan.Node{What: `user.Vip && len(cart["<all>"]) > 0`, At: "api/x.go:18"}, ask("gifts", 40*ms)),
		of(callplan.If, callplan.Node{What: "retried", At: "api/x.go:20"}, of(callplan.Async, callplan.Node{At: "api/x.go:21"}, ask("audit", 60*ms))),
		of(callplan.Alt, callplan.Node{At: "api/x.go:23"},
			of(callplan.If, callplan.Node{What: "err != nil", Ends: true, At: "api/x.go:23"}, ask("undo", 30*ms)),
			of(callplan.Seq, callplan.Node{}, ask("commit", 30*ms),
				of(callplan.Alt, callplan.Node{At: "api/x.go:26"}, of(callplan.If, callplan.Node{What: "kind == 1", At: "api/x.go:27"}, unlimited), ask("other", 10*ms)),
				callplan.Node{Kind: callplan.Wait, What: "<-producer.Successes()", At: "api/x.go:30"})))
	return []Entry{
		{Name: "(*api.Server).page", Route: "GET /page/{id}", Package: "m/api", File: "api/page.go", Line: 12, Total: time.Second, Margin: 200 * ms, Why: "the contract", Plan: &fits},
		{Name: `a literal in "main" <x> & y`, Package: "m/api", File: "api/x.go", Line: 3, Plan: &strange},
		{Name: "(*api.Server).checkout", Route: "POST /checkout", Package: "m/api", File: "api/page.go", Line: 22, Total: 2 * time.Second, Margin: 300 * ms, Why: "its entry directive", Plan: &over},
	}
}

func page(t *testing.T, entries []Entry) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := HTML(&b, entries, DefaultLink); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// golden compares got with a file, or writes it.
func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, bytes.ReplaceAll(want, []byte("\r\n"), []byte("\n"))) {
		t.Errorf("%s is out of date: go test ./internal/planview -update writes it; read what changed", file)
	}
}

// The golden page has no style and no script in it: those change without the page's meaning changing.
func TestPageGolden(t *testing.T) {
	got := page(t, sample())
	for range 5 {
		if again := page(t, sample()); !bytes.Equal(got, again) {
			t.Fatal("the same plan makes different pages")
		}
	}
	for _, name := range []string{"style", "script"} {
		got = regexp.MustCompile(`(?s)<`+name+`>.*</`+name+`>`).ReplaceAll(got, []byte("<"+name+">…</"+name+">"))
	}
	golden(t, filepath.Join("testdata", "page.html"), got)
}

// What is worst comes first, and the caller's slice stays as it is.
func TestPageOrder(t *testing.T) {
	entries := sample()
	got := string(page(t, entries))
	var at []int
	for _, title := range []string{"POST /checkout", "a literal in", "GET /page/{id}"} {
		at = append(at, strings.Index(got, "<h2>"+title))
	}
	if at[0] < 0 || !slices.IsSorted(at) {
		t.Errorf("the entries are at %v", at)
	}
	if entries[0].Route != "GET /page/{id}" {
		t.Error("the caller's entries were sorted")
	}
}

func TestVerdicts(t *testing.T) {
	known := func(total, margin time.Duration, n callplan.Node) Entry {
		return Entry{Total: total, Margin: margin, Plan: &n}
	}
	unlimited := callplan.Node{Kind: callplan.Call, What: "http.Get"}
	named := ask("x", 0)
	named.Time.Sym = "cfg.Timeout"
	both := of(callplan.Seq, callplan.Node{}, ask("a", 900*ms), unlimited)
	some := of(callplan.Seq, callplan.Node{}, ask("a", 400*ms), named)
	for _, tt := range []struct {
		e    Entry
		want string
	}{
		{known(0, 0, ask("a", 400*ms)), " 400ms"},
		{known(time.Second, 200*ms, ask("a", 400*ms)), "fits 400ms of 800ms"},
		{known(time.Second, 700*ms, ask("a", 400*ms)), "over over by 100ms"},
		{known(time.Second, 200*ms, both), "over over, and no limit"},
		{known(0, 0, both), "open no limit"},
		{known(time.Second, 0, some), " ≥ 400ms of 1s"},
		{known(0, 0, some), " ≥ 400ms"},
		{known(0, 0, named), " not known"},
		{known(time.Second, 0, of(callplan.Bounded, callplan.Node{Time: callplan.Span{D: 300 * ms}}, named)), "fits ≤ 300ms of 1s"},
		{known(time.Second, 900*ms, of(callplan.Bounded, callplan.Node{Time: callplan.Span{D: 300 * ms}}, named)), " ≤ 300ms of 100ms"},
	} {
		v := tt.e.verdict(tt.e.Worst())
		if got := v.Class + " " + v.Text; got != tt.want {
			t.Errorf("%s in %v − %v: %q, want %q", tt.e.Plan.String(), tt.e.Total, tt.e.Margin, got, tt.want)
		}
	}
}

func TestLink(t *testing.T) {
	for link, want := range map[Link]string{
		DefaultLink: "a%20b/%3Cx%3E.go#L7",
		"https://github.com/o/r/blob/main/{file}#L{line}": "https://github.com/o/r/blob/main/a%20b/%3Cx%3E.go#L7",
		"vscode://file/home/me/m/{file}:{line}":           "vscode://file/home/me/m/a%20b/%3Cx%3E.go:7",
	} {
		if err := link.Check(); err != nil {
			t.Error(err)
		}
		if got := link.at("a b/<x>.go:7"); string(got.URL) != want || got.Text != "<x>.go:7" {
			t.Errorf("%s: %v", link, got)
		}
	}
	if got := Link("https://x/{file}").at("/usr/lib/go/src/net/http/client.go:7"); got.URL != "" || got.Text != "client.go:7" {
		t.Errorf("a file that the address cannot have: %v", got)
	}
	if got := DefaultLink.at(`C:/m/a.go:7`); got.Text != "a.go:7" || got.URL != "C:/m/a.go#L7" {
		t.Errorf("a path of Windows: %v", got)
	}
	if got := DefaultLink.at(""); got.Text != "" || got.URL != "" {
		t.Errorf("no place: %v", got)
	}
	for _, link := range []Link{"", "https://x/", "javascript:alert('{file}')", " JavaScript:{file}"} {
		if link.Check() == nil {
			t.Errorf("%q passes", link)
		}
	}
}

// Every entry has an id of its own, whatever the titles are.
func TestPageIDs(t *testing.T) {
	one := ask("a", ms)
	var entries []Entry
	for _, route := range []string{"GET /a", "GET /a", "GET /a/2", "GET-a", "/", "/", "日本"} {
		entries = append(entries, Entry{Name: "page", Route: route, Plan: &one})
	}
	seen := map[string]bool{}
	for _, m := range regexp.MustCompile(` id="([^"]+)"`).FindAllStringSubmatch(string(page(t, entries)), -1) {
		if seen[m[1]] {
			t.Errorf("%s is there twice", m[1])
		}
		seen[m[1]] = true
	}
	for _, want := range []string{"GET-a", "GET-a-2", "GET-a-3", "GET-a-2-2", "entry", "entry-2", "entry-3"} {
		if !seen[want] {
			t.Errorf("no entry is %s: %v", want, seen)
		}
	}
}

// many are n entries with nine calls each.
func many(n int) (all []Entry) {
	for i := range n {
		var kids []callplan.Node
		for j := range 9 {
			k := of(callplan.Ref, callplan.Node{What: "(*internal.RecommendationClient).ListRecommendations", At: fmt.Sprintf("internal/handlers/page%d.go:%d", i, 20+j), Wave: 1 + j/4},
				callplan.Node{Kind: callplan.Call, What: "hipstershop.RecommendationServiceClient.ListRecommendations", Protocol: "grpc", At: "internal/client/client.go:1", Time: callplan.Span{D: 200 * ms}})
			kids = append(kids, k)
		}
		plan := of(callplan.Seq, callplan.Node{}, kids...)
		all = append(all, Entry{Name: fmt.Sprintf("(*internal.Server).handle%d", i), Route: fmt.Sprintf("GET /page/%d", i), Package: "m", File: "internal/handlers/page.go", Line: i + 1, Plan: &plan})
	}
	return all
}

// A page stays below 2 MB: with 300 entries it shows all, with more or with huge ones it says what it leaves out.
func TestPageSize(t *testing.T) {
	const most = 2 << 20
	got := page(t, many(300))
	if len(got) > most {
		t.Errorf("300 entries: %d bytes", len(got))
	}
	if n := bytes.Count(got, []byte(`class="lane"`)); n != 300*9 || bytes.Contains(got, []byte("are not drawn")) {
		t.Errorf("300 entries: %d lanes", n)
	}
	huge := many(600)
	for i := range huge[:20] {
		for range 4 {
			huge[i].Plan.Kids = append(huge[i].Plan.Kids, huge[i].Plan.Kids...)
		}
	}
	got = page(t, huge)
	if n := bytes.Count(got, []byte(`class="lane"`)); n > maxPageLanes || !bytes.Contains(got, []byte("24 more are not drawn")) || !bytes.Contains(got, []byte("9 more are not drawn")) {
		t.Errorf("600 entries: %d lanes", n)
	}
	if len(got) > 2*most {
		t.Errorf("600 entries: %d bytes", len(got))
	}
}

// The drill's page and this one have the same colours.
func TestColoursOfTheDrill(t *testing.T) {
	drill, err := os.ReadFile(filepath.FromSlash("../../examples/dashboard/drill/report/figure.css"))
	if err != nil {
		t.Fatal(err)
	}
	roots := func(css string) []string {
		var all []string
		for _, block := range regexp.MustCompile(`(?s):root \{(.*?)\}`).FindAllStringSubmatch(css, -1) {
			all = append(all, strings.Join(strings.Fields(block[1]), " "))
		}
		return all
	}
	ours, theirs := roots(pageStyle), roots(string(drill))
	if len(theirs) != 3 || !slices.Equal(ours, theirs) {
		t.Errorf("the colours differ:\n%q\n%q", ours, theirs)
	}
}
