package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"encoding/xml"
	"flag"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/budgetlint/budgetlint/internal/browsertest"
)

// The tests look at a real run: testdata/run.json is what the drill printed with -json.

var shots = flag.String("shots", "", "write a picture of each view of the page into this `folder`")

func realRun(t *testing.T) *Report {
	t.Helper()
	data, err := os.ReadFile("testdata/run.json")
	if err != nil {
		t.Fatal(err)
	}
	var r Report
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	return &r
}

func TestPageCanBeRead(t *testing.T) {
	r := realRun(t)
	page, err := HTML(r)
	if err != nil {
		t.Fatal(err)
	}
	b := browsertest.Start(t)
	for name, v := range map[string]browsertest.View{
		"wide, light":   {Width: 1200},
		"wide, dark":    {Width: 1200, Dark: true},
		"narrow, light": {Width: 400},
		"narrow, dark":  {Width: 400, Dark: true},
		"paper":         {Width: 760, Print: true, Dark: true},
	} {
		t.Run(name, func(t *testing.T) {
			p := b.Open(t, page, v)
			for _, fault := range p.Audit(t) {
				t.Error(fault)
			}
			if asked := p.Requests(); len(asked) > 0 {
				t.Errorf("the page asked for %q", asked)
			}
			var dark bool
			p.Eval(t, "getComputedStyle(document.body).backgroundColor !== 'rgb(255, 255, 255)'", &dark)
			if want := v.Dark && !v.Print; dark != want {
				t.Errorf("a dark page: %v, want %v", dark, want)
			}
			text := p.Text(t)
			for _, s := range r.Scenarios {
				for _, want := range []string{s.Title, s.Trouble, s.Lesson, s.Checks[0].Text + ": " + s.Checks[0].Seen} {
					if !strings.Contains(text, want) {
						t.Errorf("one does not see %q", want)
					}
				}
			}
			truth(t, p, r)
			if *shots != "" {
				if err := os.WriteFile(filepath.Join(*shots, name+".png"), p.Screenshot(t), 0o644); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// drawn is what the browser made of one picture.
type drawn struct {
	Width    float64
	Total    float64 // where the line of the budget's end is
	Versions []string
	Pages    []struct {
		Top, Bottom, Wait float64
		Lanes             []string
		Bars              []struct{ Lane, From, Took, Left, Width float64 }
	}
}

// What is drawn stands where the figures say: before above after on one scale, each service in its lane.
func truth(t *testing.T, p *browsertest.Page, r *Report) {
	t.Helper()
	for i := range r.Scenarios {
		s := &r.Scenarios[i]
		var d drawn
		p.Eval(t, `(() => {
			const svg = document.querySelector('[aria-labelledby^="`+s.Name+`-title"]'), box = svg.getBoundingClientRect()
			const panels = [...svg.querySelectorAll('.panel')]
			return {
				Width: box.width,
				Total: svg.querySelector('.total').getBoundingClientRect().left - box.left,
				Versions: panels.map(p => p.classList[1]),
				Pages: panels.map(p => ({
					Top: p.getBoundingClientRect().top, Bottom: p.getBoundingClientRect().bottom,
					Wait: p.querySelector('.wait').getBoundingClientRect().width,
					Lanes: [...p.querySelectorAll('.lane')].map(l => l.dataset.service),
					Bars: [...p.querySelectorAll('.lane')].flatMap((l, i) => [...l.querySelectorAll('.bar')].map(b => {
						const r = b.getBoundingClientRect()
						return { Lane: i, From: +b.dataset.from, Took: +b.dataset.took, Left: r.left - box.left, Width: r.width }
					})),
				})),
			}
		})()`, &d)
		var shown []*Page
		for i := range s.Pages {
			if s.Pages[i].Shown != "" {
				shown = append(shown, &s.Pages[i])
			}
		}
		if len(d.Pages) != len(shown) || !slices.IsSortedFunc(d.Versions, func(a, b string) int { return strings.Compare(b, a) }) || d.Versions[0] != Before {
			t.Errorf("%s: %d panels, want %d, before above after: %q", s.Name, len(d.Pages), len(shown), d.Versions)
			continue
		}
		total := cmp.Or(s.Budget, r.Contract.Total)
		px := d.Total / float64(total) // per millisecond, in all panels
		near := func(what string, got, want float64) {
			t.Helper()
			if math.Abs(got-want) > 3 { // bars have an edge of a pixel, lines are two wide
				t.Errorf("%s: %s is at %.1f px, want %.1f", s.Name, what, got, want)
			}
		}
		for i, panel := range d.Pages {
			page := shown[i]
			if i > 0 && panel.Top < d.Pages[i-1].Bottom {
				t.Errorf("%s: panel %d is not below the one before it", s.Name, i)
			}
			near("the client's wait", panel.Wait, float64(page.Took)*px)
			lanes, bars := services(), len(page.Exchanges)
			if page.Version == After {
				lanes, bars = append(lanes, "breakers"), len(page.Calls)
			}
			if !slices.Equal(panel.Lanes, lanes) {
				t.Errorf("%s: lanes %q", s.Name, panel.Lanes)
			}
			calls := 0
			for _, b := range panel.Bars {
				near("the left end of a bar", b.Left, b.From*px)
				near("the width of a bar", b.Width, b.Took*px)
				if lanes[int(b.Lane)] != "breakers" {
					calls++
				}
			}
			if calls != bars {
				t.Errorf("%s, %s: %d bars for %d calls", s.Name, page.Shown, calls, bars)
			}
		}
	}
}

// A report that does not hold says so where one looks first.
func TestPageOfAFailure(t *testing.T) {
	r := realRun(t)
	r.Scenarios = r.Scenarios[:1]
	r.Scenarios[0].Checks[1].OK = false
	r.Contract.Given, r.Contract.Open = r.Contract.Open, 1500
	page, err := HTML(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<title>Dashboard drill: 1 of 3 expectations failed</title>", "1 of 3 expectations failed.", ">no</b>", ">FAIL</span>", "shortened for this run; the contract says 10,000 ms"} {
		if !bytes.Contains(page, []byte(want)) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

// A picture is a file of its own that any program which knows SVG can read.
func TestSVG(t *testing.T) {
	r := realRun(t)
	names := []string{}
	for i := range r.Scenarios {
		for name, svg := range SVG(r, &r.Scenarios[i]) {
			names = append(names, name)
			d := xml.NewDecoder(bytes.NewReader(svg))
			var texts, titles int
			for {
				token, err := d.Token()
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				if e, ok := token.(xml.StartElement); ok {
					switch e.Name.Local {
					case "text":
						texts++
					case "title", "desc":
						titles++
					case "script", "image", "foreignObject":
						t.Errorf("%s has a %s", name, e.Name.Local)
					}
				}
			}
			if texts < 8 || titles < 2 {
				t.Errorf("%s has %d texts and %d titles", name, texts, titles)
			}
		}
	}
	if want := len(r.Scenarios) + 1; len(names) != want {
		t.Errorf("%d pictures, want %d: %q", len(names), want, names)
	}
}
