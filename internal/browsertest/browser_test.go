package browsertest_test

import (
	"bytes"
	"image/png"
	"slices"
	"strings"
	"testing"

	"github.com/budgetlint/budgetlint/internal/browsertest"
)

const sound = `<!DOCTYPE html><title>x</title><style>
body { background: #fff; color: #222; margin: 8px }
@media (prefers-color-scheme: dark) { body { background: #111; color: #ddd } }
@media print { .screen { display: none } }
</style><p>Shown <span hidden>hidden</span></p><p class="screen">on screens</p><details><summary>more</summary>closed</details>
<svg role="img" aria-labelledby="t d" width="100" height="30"><title id="t">t</title><desc id="d">d</desc>
<rect width="100%" height="100%" fill="#eee"/><rect class="bar" x="5" y="5" width="20" height="9" fill="#a33"/><text x="40" y="20" fill="#222">ok</text></svg>`

func TestPage(t *testing.T) {
	b := browsertest.Start(t)
	p := b.Open(t, []byte(sound), browsertest.View{Width: 400})
	if got := p.Audit(t); len(got) > 0 {
		t.Errorf("found %q", got)
	}
	text := p.Text(t)
	for word, seen := range map[string]bool{"Shown": true, "hidden": false, "on screens": true, "closed": false} {
		if strings.Contains(text, word) != seen {
			t.Errorf("%q in %q: %v, want %v", word, text, !seen, seen)
		}
	}
	var width int
	p.Eval(t, "new Promise(done => setTimeout(() => done(innerWidth), 1))", &width)
	picture, err := png.DecodeConfig(bytes.NewReader(p.Screenshot(t)))
	if err != nil || width != 400 || picture.Width != 400 {
		t.Errorf("%d px wide, the picture %d (%v)", width, picture.Width, err)
	}
	if r, e := p.Requests(), p.Errors(); len(r)+len(e) > 0 {
		t.Errorf("requests %q, errors %q", r, e)
	}
}

func TestViews(t *testing.T) {
	b := browsertest.Start(t)
	var ground string
	b.Open(t, []byte(sound), browsertest.View{Width: 400, Dark: true}).Eval(t, "getComputedStyle(document.body).backgroundColor", &ground)
	if ground != "rgb(17, 17, 17)" {
		t.Errorf("the dark page is %s", ground)
	}
	if text := b.Open(t, []byte(sound), browsertest.View{Width: 400, Print: true}).Text(t); strings.Contains(text, "on screens") {
		t.Errorf("on paper: %q", text)
	}
}

// Each fault is found, and nothing else.
func TestAuditFinds(t *testing.T) {
	b := browsertest.Start(t)
	for name, tt := range map[string]struct{ body, says string }{
		"wide":          {`<div style="width:900px;height:9px;background:#ddd"></div>`, "the page is"},
		"cut off":       {`<div style="overflow:hidden"><p style="margin-left:380px;white-space:nowrap">to the right of the window</p></div>`, `cut off at the side: "to the right of the window"`},
		"cover":         {`<p style="position:absolute;top:0;left:0">one text</p><p style="position:absolute;top:4px;left:9px">another</p>`, `"one text" and "another" cover each other`},
		"in svg":        {`<svg width="200" height="40"><text x="5" y="20">left words</text><text x="30" y="20">right</text></svg>`, `"left words" and "right" cover each other`},
		"contrast":      {`<p style="color:#999">too pale</p>`, `contrast 2.8 of "too pale"`},
		"on a ground":   {`<p style="color:#fff"><span style="background:#aaa">white</span></p>`, `contrast 2.3 of "white"`},
		"svg contrast":  {`<svg width="200" height="40"><rect width="200" height="40" fill="#444"/><text x="5" y="20" fill="#666">dim</text></svg>`, `of "dim"`},
		"pale bar":      {`<svg width="200" height="40"><rect class="bar late" width="200" height="40" fill="#ccc"/></svg>`, "of a graphic: bar late"},
		"pale box":      {`<div class="bar" style="width:200px;height:40px;background:#ccc"></div>`, "of a graphic: bar"},
		"pale edge":     {`<div class="bar" style="width:200px;height:40px;border:1px dashed #ccc"></div>`, "of a graphic: bar"},
		"no title":      {`<svg role="img" width="9" height="9"></svg>`, "a picture has no title"},
		"title is gone": {`<svg role="img" aria-labelledby="nowhere" width="9" height="9"></svg>`, "a picture has no title"},
		"same id":       {`<i id="a"></i><b id="a"></b>`, "id a is there twice"},
	} {
		t.Run(name, func(t *testing.T) {
			p := b.Open(t, []byte(`<!DOCTYPE html><title>x</title><body style="background:#fff">`+tt.body), browsertest.View{Width: 400})
			got := p.Audit(t)
			if len(got) != 1 || !strings.Contains(got[0], tt.says) {
				t.Errorf("found %q, want one that says %q", got, tt.says)
			}
		})
	}
}

func TestRequestsAndErrorsAreSeen(t *testing.T) {
	b := browsertest.Start(t)
	p := b.Open(t, []byte(`<!DOCTYPE html><title>x</title><img src="other.png"><script>throw new Error("oops")</script>`), browsertest.View{Width: 400})
	if got := p.Requests(); !slices.ContainsFunc(got, func(url string) bool { return strings.HasSuffix(url, "/other.png") }) {
		t.Errorf("requests: %q", got)
	}
	if got := p.Errors(); len(got) != 1 || !strings.Contains(got[0], "oops") {
		t.Errorf("errors: %q", got)
	}
}
