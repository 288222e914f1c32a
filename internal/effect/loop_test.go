package effect_test

import (
	"fmt"
	"strings"
	"testing"
)

// Each body is that of a method (p *page) f(ctx context.Context, ids []string, items []*Item) (out []int, err error);
// calls are those of a loop whose rounds need nothing of each other, "+ fold" if it folds what it gets.
var loopTests = []struct{ name, body, calls string }{
	{"append", "for _, id := range ids { n, err := p.shop.GetPrice(ctx, id); if err != nil { return nil, err }; out = append(out, n) }", "GetPrice"},
	{"by index", "out = make([]int, len(ids)); for i, id := range ids { out[i], _ = p.shop.GetPrice(ctx, id) }", "GetPrice"},
	{"counted", "for i := 0; i < len(ids); i++ { n, _ := p.shop.GetPrice(ctx, ids[i]); out = append(out, n) }", "GetPrice"},
	{"its own element", "for i := range items { items[i].Price, _ = p.shop.GetPrice(ctx, items[i].ID) }", "GetPrice"},
	{"the item itself", "for _, it := range items { it.Price, _ = p.shop.GetPrice(ctx, it.ID) }", "GetPrice"},
	{"a neighbour's element", "for i := range items { items[i+1].Price, _ = p.shop.GetPrice(ctx, items[i].ID) }", ""},
	{"a map", "m := map[string]int{}; for _, id := range ids { m[id], _ = p.shop.GetPrice(ctx, id) }", "GetPrice"},
	{"two calls", "for _, id := range ids { it, _ := p.shop.GetItem(ctx, id); n, _ := p.shop.GetRate(ctx, it); out = append(out, n) }", "GetItem GetRate"},
	{"a sum", "for _, id := range ids { n, _ := p.shop.GetPrice(ctx, id); p.price += n }", "GetPrice + fold"},
	{"a sum in a variable", "sum := 0; for _, id := range ids { n, _ := p.shop.GetPrice(ctx, id); sum += n }; out = []int{sum}", "GetPrice + fold"},
	{"made of the item", "for _, id := range ids { k := id + \"x\"; n, _ := p.shop.GetPrice(ctx, k); out = append(out, n) }", "GetPrice"},
	{"a key of the last round", "k := \"\"; for _, id := range ids { it, _ := p.shop.GetItem(ctx, id+k); k = it.ID }", ""},
	{"the same for all", "for range ids { n, _ := p.shop.GetPrice(ctx, \"x\"); out = append(out, n) }", ""},
	{"a write", "for _, it := range items { _ = p.shop.SaveItem(ctx, it) }", ""},
	{"a write behind", "for _, id := range ids { it, _ := p.shop.GetItem(ctx, id); _ = p.shop.SaveItem(ctx, it) }", ""},
	{"found", "for _, id := range ids { n, _ := p.shop.GetPrice(ctx, id); if n > 0 { return []int{n}, nil } }", ""},
	{"found, and out", "for _, id := range ids { n, _ := p.shop.GetPrice(ctx, id); if n > 0 { out = append(out, n); break } }", ""},
	{"found wrong", "for _, id := range ids { n, _ := p.shop.GetPrice(ctx, id); if n < 0 { return nil, errNone }; out = append(out, n) }", "GetPrice"},
	{"until one fails", "for _, id := range ids { n, err := p.shop.GetPrice(ctx, id); if err != nil { break }; out = append(out, n) }", "GetPrice"},
	{"skipped", "for _, id := range ids { n, err := p.shop.GetPrice(ctx, id); if err != nil { continue }; out = append(out, n) }", "GetPrice"},
	{"paced", "for _, id := range ids { time.Sleep(time.Second); n, _ := p.shop.GetPrice(ctx, id); out = append(out, n) }", ""},
	{"tries", "for range 3 { n, err := p.shop.GetPrice(ctx, \"x\"); if err == nil { return []int{n}, nil } }", ""},
	{"batches", "for i := 0; i < len(ids); i += 10 { n, _ := p.shop.GetPrice(ctx, ids[i]); out = append(out, n) }", ""},
	{"in a goroutine", "for _, id := range ids { go p.shop.GetPrice(ctx, id) }", ""},
	{"the inner loop", "for _, it := range items { for _, id := range it.Parts { n, _ := p.shop.GetPrice(ctx, id); out = append(out, n) } }", "GetPrice"},
}

func TestLoops(t *testing.T) {
	var src strings.Builder
	src.WriteString(services)
	for i, tt := range loopTests {
		fmt.Fprintf(&src, "\ntype t%d struct{ page }\n\nfunc (p *t%d) f(ctx context.Context, ids []string, items []*Item) (out []int, err error) {\n%s\nreturn out, err\n}\n", i, i, tt.body)
	}
	got := map[string]string{}
	for _, l := range analyse(t, src.String()).Loops {
		s := names(l.Calls)
		if l.Fold {
			s += " + fold"
		}
		got[l.In.Root().Sig.Recv().Type().String()] += s
	}
	for i, tt := range loopTests {
		if g := got[fmt.Sprintf("*example.com/m.t%d", i)]; g != tt.calls {
			t.Errorf("%s: calls %q, want %q:\n%s", tt.name, g, tt.calls, tt.body)
		}
	}
}
