package planview

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/budgetlint/budgetlint/internal/browsertest"
)

var shots = flag.String("shots", "", "write a picture of each view of the page into this `folder`")

// openAll opens every entry, as a person would by the button.
const openAll = "document.getElementById('all').click()"

func TestPageCanBeRead(t *testing.T) {
	html := page(t, sample())
	b := browsertest.Start(t)
	for name, v := range map[string]browsertest.View{
		"wide, light":   {Width: 1200},
		"wide, dark":    {Width: 1200, Dark: true},
		"narrow, light": {Width: 400},
		"narrow, dark":  {Width: 400, Dark: true},
		"paper":         {Width: 760, Print: true, Dark: true},
	} {
		t.Run(name, func(t *testing.T) {
			shown := html
			if !v.Print { // paper shows all by itself
				shown = bytes.ReplaceAll(html, []byte(`<details class="entry"`), []byte(`<details open class="entry"`))
			}
			p := b.Open(t, shown, v)
			for _, fault := range p.Audit(t) {
				t.Error(fault)
			}
			if asked, errors := p.Requests(), p.Errors(); len(asked)+len(errors) > 0 {
				t.Errorf("the page asked for %q and failed with %q", asked, errors)
			}
			var dark bool
			p.Eval(t, "getComputedStyle(document.body).backgroundColor !== 'rgb(255, 255, 255)'", &dark)
			if want := v.Dark && !v.Print; dark != want {
				t.Errorf("a dark page: %v, want %v", dark, want)
			}
			text := p.Text(t)
			for word, seen := range map[string]bool{
				"POST /checkout": true, "over by 900ms": true, "no limit": true, "650ms of 800ms": true, "core": true,
				"degradable": true, "error ignored": true, "outside the deadline": true, "not waited for": true, "orders×100ms": true,
				"<b>cache</b>": true, `(*Client[K, "V"]).Load`: true, `a literal in "main" <x> & y`: true, "usually 130ms": true,
				"log & audit": true, "Open all": !v.Print, "as they are": !v.Print, "calls end: 1.7s": true,
				"= 1.9s": v.Print, // with calls at the same time
			} {
				if strings.Contains(text, word) != seen {
					t.Errorf("one sees %q: %v, want %v", word, !seen, seen)
				}
			}
			truth(t, p)
			if *shots != "" {
				if err := os.WriteFile(filepath.Join(*shots, name+".png"), p.Screenshot(t), 0o644); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// truth compares what the browser drew of each entry with its picture: in pixels per time, in the order of the lanes.
func truth(t *testing.T, p *browsertest.Page) {
	t.Helper()
	entries := sample()
	Sort(entries)
	var drawn [][][]struct {
		Class       string
		Left, Right float64 // shares of the track
	}
	p.Eval(t, `[...document.querySelectorAll('.entry')].map(e => [...e.querySelectorAll('.lane:not(.whole)')].map(l => {
		const track = l.querySelector('.track').getBoundingClientRect()
		return [...l.querySelectorAll('.track > div:not(.could) > i')].map(i => {
			const r = i.getBoundingClientRect()
			return { Class: i.className, Left: (r.left - track.left) / track.width, Right: (r.right - track.left) / track.width }
		})
	}))`, &drawn)
	if len(drawn) != len(entries) {
		t.Fatalf("%d entries, want %d", len(drawn), len(entries))
	}
	for i := range entries {
		e := &entries[i]
		plan := numbered(e.Plan)
		unit, _ := unitOf(plan, e.Total)
		pic := place(plan, unit)
		width := float64(max(pic.end, e.Total)) * 1.04
		all := lanes(plan)
		if len(all) != len(drawn[i]) {
			t.Errorf("%s: %d lanes, want %d", e.Title(), len(drawn[i]), len(all))
			continue
		}
		for j := range all {
			var want []piece
			for _, n := range all[j].nodes {
				for _, x := range pic.pieces[id(n)] {
					if x.mark == markCall {
						want = append(want, x)
					}
				}
			}
			for _, d := range drawn[i][j] {
				if !strings.HasPrefix(d.Class, "bar") {
					continue
				}
				if len(want) == 0 {
					t.Errorf("%s, %s: a bar too many", e.Title(), all[j].name)
					break
				}
				l, r := float64(want[0].from)/width, min(float64(want[0].to)/width, 1)
				if math.Abs(d.Left-l) > 0.004 || math.Abs(d.Right-r) > 0.02 || d.Right < r-0.004 { // no bar is narrower than 3 px
					t.Errorf("%s, %s: a bar from %.3f to %.3f, want %.3f to %.3f", e.Title(), all[j].name, d.Left, d.Right, l, r)
				}
				want = want[1:]
			}
			if len(want) > 0 {
				t.Errorf("%s, %s: %d bars are missing", e.Title(), all[j].name, len(want))
			}
		}
	}
}

// The suggested form is shown on request, and is shorter.
func TestToggle(t *testing.T) {
	b := browsertest.Start(t)
	p := b.Open(t, page(t, sample()), browsertest.View{Width: 1200})
	const waits = `(() => { const i = [...document.querySelectorAll('#POST-checkout .whole i')].filter(i => i.checkVisibility()); return i.map(i => i.getBoundingClientRect().width) })()`
	var is, could []float64
	p.Eval(t, waits, &is)
	p.Eval(t, "document.querySelector('#POST-checkout input').focus()", nil)
	p.Press(t, "ArrowRight") // as radio buttons go
	p.Eval(t, waits, &could)
	if len(is) != 1 || len(could) != 1 || math.Abs(could[0]/is[0]-1.9/2.6) > 0.01 {
		t.Errorf("the caller waits for %v px, then %v px", is, could)
	}
	if text := p.Text(t); !strings.Contains(text, "800ms + 2×100ms + 3×200ms + 300ms = 1.9s") {
		t.Error("one does not see the sum of the suggested form")
	}
	for _, fault := range p.Audit(t) {
		t.Error(fault)
	}
	if *shots != "" {
		if err := os.WriteFile(filepath.Join(*shots, "toggled.png"), p.Screenshot(t), 0o644); err != nil {
			t.Error(err)
		}
	}
}

// at names what has the focus.
const focus = `(() => { const e = document.activeElement; return e.id || e.parentElement.id || e.textContent })()`

func TestKeyboard(t *testing.T) {
	b := browsertest.Start(t)
	p := b.Open(t, page(t, sample()), browsertest.View{Width: 1200})
	at := func() (s string) { t.Helper(); p.Eval(t, focus, &s); return s }
	open := func() (ids []string) {
		t.Helper()
		p.Eval(t, "[...document.querySelectorAll('.entry[open]')].map(e => e.id)", &ids)
		return ids
	}
	press := func(want string, keys ...string) {
		t.Helper()
		p.Press(t, keys...)
		if got := at(); got != want {
			t.Errorf("after %q one is at %q, want %q", keys, got, want)
		}
	}
	press("find", "/")
	press("POST-checkout", "ArrowDown")
	press("a-literal-in-main-x-y", "ArrowDown")
	press("a-literal-in-main-x-y", "ArrowRight")
	if got := fmt.Sprint(open()); got != "[POST-checkout a-literal-in-main-x-y]" {
		t.Errorf("open are %s", got)
	}
	press("POST-checkout", "ArrowUp")
	press("POST-checkout", "ArrowLeft")
	press("GET-page-id", "End")
	press("GET-page-id", "Enter")
	if got := fmt.Sprint(open()); got != "[a-literal-in-main-x-y GET-page-id]" {
		t.Errorf("open are %s", got)
	}
	press("POST-checkout", "Home")
	var outline string
	p.Eval(t, "getComputedStyle(document.activeElement).outlineStyle + getComputedStyle(document.activeElement).outlineWidth", &outline)
	if outline != "solid3px" {
		t.Errorf("the focus is shown by %q", outline)
	}
	// Tab goes through everything once, and out again: nothing holds it.
	p.Eval(t, "document.activeElement.blur()", nil)
	seen := map[string]int{}
	for range 60 {
		p.Press(t, "Tab")
		seen[at()]++
	}
	for _, stop := range []string{"find", "all", "POST-checkout", "GET-page-id", "api/page.go:12"} {
		if seen[stop] == 0 {
			t.Errorf("Tab does not come to %q: %v", stop, seen)
		}
	}
}

func TestSearch(t *testing.T) {
	b := browsertest.Start(t)
	p := b.Open(t, page(t, sample()), browsertest.View{Width: 1200})
	for _, tt := range []struct{ words, want string }{
		{"checkout", "POST-checkout"},
		{"recommend-service", "GET-page-id"}, // a downstream in a closed entry
		{"API page.go", "POST-checkout GET-page-id"},
		{"literal stock", "a-literal-in-main-x-y"},
		{"nosuch", ""},
		{"", "POST-checkout a-literal-in-main-x-y GET-page-id"},
	} {
		var got string
		p.Press(t, "/")
		p.Eval(t, "document.activeElement.value = ''", nil)
		for _, c := range tt.words {
			p.Press(t, string(c))
		}
		if tt.words == "" {
			p.Press(t, "x", "Escape")
		}
		p.Eval(t, "[...document.querySelectorAll('.entry:not([hidden])')].map(e => e.id).join(' ')", &got)
		if got != tt.want {
			t.Errorf("%q finds %q, want %q", tt.words, got, tt.want)
		}
		if none := strings.Contains(p.Text(t), "No entry point has all of these words"); none != (tt.want == "") {
			t.Errorf("%q: the page says that there is none: %v", tt.words, none)
		}
	}
}

// 300 entries can be searched and opened without a wait; an address with a fragment opens its entry.
func TestManyEntries(t *testing.T) {
	b := browsertest.Start(t)
	p := b.Open(t, page(t, many(300)), browsertest.View{Width: 1200})
	var took struct{ Find, Open, Shown float64 }
	p.Eval(t, `(async () => {
		const frame = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)))
		const timed = async f => { const start = performance.now(); f(); await frame(); return performance.now() - start }
		const find = document.getElementById('find')
		const Find = await timed(() => { find.value = 'page/299'; find.dispatchEvent(new Event('input')) })
		const Shown = document.querySelectorAll('.entry:not([hidden])').length
		find.value = ''; find.dispatchEvent(new Event('input'))
		return { Find, Shown, Open: await timed(() => { `+openAll+` }) }
	})()`, &took)
	t.Logf("found in %.0f ms, all opened in %.0f ms", took.Find, took.Open)
	if took.Shown != 1 || took.Find > 5000 || took.Open > 20000 { // a tenth of it here; a busy machine gets more
		t.Errorf("%+v", took)
	}
	var open bool
	p.Eval(t, "new Promise(done => { location.hash = 'GET-page-150'; setTimeout(() => done(document.getElementById('GET-page-150').open), 50) })", &open)
	if !open {
		t.Error("the fragment does not open its entry")
	}
}
