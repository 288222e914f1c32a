package effect_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/effect"
	"github.com/budgetlint/budgetlint/internal/linttest"
	"github.com/budgetlint/budgetlint/internal/model"
	"github.com/budgetlint/budgetlint/internal/rule"
)

// services are out of sight, and probably remote.
const services = `package m

import ("context"; "errors"; "log"; "sync"; "time")

type Item struct{ ID string; Parts []string; Price int }

type ShopClient interface {
	GetItem(ctx context.Context, id string) (*Item, error)
	GetPrice(ctx context.Context, id string) (int, error)
	GetStock(ctx context.Context, id string) (int, error)
	GetRate(ctx context.Context, it *Item) (int, error)
	SaveItem(ctx context.Context, it *Item) error
	PingShop(ctx context.Context) error
}

type Limiter struct{}

func (*Limiter) Wait(ctx context.Context) error { return nil }

type page struct {
	shop  ShopClient
	mu    sync.Mutex
	lim   *Limiter
	item  *Item
	price int
}

// fill changes what it is given.
func fill(it *Item) { it.Price = 1 }

// look does not.
func look(it *Item) bool { return it.Price > 0 }

func (p *page) keep(it *Item) { p.item = it }

var errNone = errors.New("none")

var _, _ = log.Println, time.Sleep
`

// Each body is that of a method (p *page) f(ctx context.Context, id string) error; waves are the calls that need
// nothing of each other, a wave each, in source order.
var waveTests = []struct {
	name, body string
	waves      []string
}{
	{"two reads", "a, err := p.shop.GetItem(ctx, id)\nif err != nil { return err }\nb, err := p.shop.GetStock(ctx, id)\n_, _ = a, b\nreturn err", []string{"GetItem GetStock"}},
	{"three", "a, _ := p.shop.GetItem(ctx, id)\nb, _ := p.shop.GetStock(ctx, id)\nc, _ := p.shop.GetPrice(ctx, id)\n_, _, _ = a, b, c\nreturn nil", []string{"GetItem GetStock GetPrice"}},
	{"an argument", "a, _ := p.shop.GetItem(ctx, id)\nb, _ := p.shop.GetStock(ctx, a.ID)\n_ = b\nreturn nil", nil},
	{"through a variable", "a, _ := p.shop.GetItem(ctx, id)\nk := a.ID + \"x\"\nb, _ := p.shop.GetStock(ctx, k)\n_ = b\nreturn nil", nil},
	{"through a field", "p.item, _ = p.shop.GetItem(ctx, id)\nb, _ := p.shop.GetStock(ctx, p.item.ID)\n_ = b\nreturn nil", nil},
	{"another field", "p.item, _ = p.shop.GetItem(ctx, id)\np.price, _ = p.shop.GetPrice(ctx, id)\nreturn nil", []string{"GetItem GetPrice"}},
	{"through a pointer", "var it Item\nq := &it\nit.Price, _ = p.shop.GetPrice(ctx, id)\nb, _ := p.shop.GetRate(ctx, q)\n_ = b\nreturn nil", nil},
	{"through a closure", "k := id\nset := func(v string) { k = v }\na, _ := p.shop.GetItem(ctx, id)\nset(a.ID)\nb, _ := p.shop.GetStock(ctx, k)\n_ = b\nreturn nil", nil},
	{"through a method", "a, _ := p.shop.GetItem(ctx, id)\np.keep(a)\nb, _ := p.shop.GetRate(ctx, p.item)\n_ = b\nreturn nil", nil},
	{"a dependent call in between", "a, _ := p.shop.GetItem(ctx, id)\nb, _ := p.shop.GetRate(ctx, a)\nc, _ := p.shop.GetStock(ctx, id)\n_, _ = b, c\nreturn nil", []string{"GetItem GetStock"}},
	{"a second wave", "a, _ := p.shop.GetItem(ctx, id)\nb, _ := p.shop.GetRate(ctx, a)\nc, _ := p.shop.GetStock(ctx, a.ID)\n_, _ = b, c\nreturn nil", []string{"GetRate GetStock"}},
	{"a name that is used again", "k := id\nk = id + \"x\"\na, _ := p.shop.GetItem(ctx, k)\nk = id\nb, _ := p.shop.GetStock(ctx, k)\n_, _ = a, b\nreturn nil", []string{"GetItem GetStock"}},
	{"what a function fills", "it := &Item{}\na, _ := p.shop.GetRate(ctx, it)\nfill(it)\nb, _ := p.shop.GetStock(ctx, id)\n_, _ = a, b\nreturn nil", []string{"GetRate GetStock"}},
	{"a write between", "a, _ := p.shop.GetItem(ctx, id)\n_ = p.shop.SaveItem(ctx, a)\nb, _ := p.shop.GetStock(ctx, id)\n_ = b\nreturn nil", nil},
	{"writes only", "_ = p.shop.SaveItem(ctx, p.item)\nreturn p.shop.SaveItem(ctx, p.item)", nil},
	{"a guard", "a, _ := p.shop.GetItem(ctx, id)\nif !look(a) { return errNone }\nb, _ := p.shop.GetStock(ctx, id)\n_ = b\nreturn nil", nil},
	{"a branch that comes back", "a, _ := p.shop.GetItem(ctx, id)\nif look(a) { log.Println(id) }\nb, _ := p.shop.GetStock(ctx, id)\n_ = b\nreturn nil", []string{"GetItem GetStock"}},
	{"an error that is forgiven", "a, err := p.shop.GetItem(ctx, id)\nif err != nil { if errors.Is(err, errNone) { return nil }; return err }\nb, _ := p.shop.GetStock(ctx, id)\n_, _ = a, b\nreturn nil", nil},
	{"behind a condition", "a, _ := p.shop.GetItem(ctx, id)\nif p.item != nil { p.price, _ = p.shop.GetPrice(ctx, id) }\n_ = a\nreturn nil", []string{"GetItem GetPrice"}},
	{"behind a condition on the answer", "a, _ := p.shop.GetItem(ctx, id)\nif a != nil { p.price, _ = p.shop.GetPrice(ctx, id) }\nreturn nil", nil},
	{"in a literal", "a, _ := p.shop.GetItem(ctx, id)\nb := []any{a}\nc, _ := p.shop.GetStock(ctx, id)\n_, _ = b, c\nreturn nil", []string{"GetItem GetStock"}},
	{"the same call again", "a, _ := p.shop.GetStock(ctx, id)\nb, _ := p.shop.GetStock(ctx, id)\n_, _ = a, b\nreturn nil", nil},
	{"a ping first", "_ = p.shop.PingShop(ctx)\nb, _ := p.shop.GetStock(ctx, id)\n_ = b\nreturn nil", nil},
	{"under a lock", "p.mu.Lock()\na, _ := p.shop.GetItem(ctx, id)\nb, _ := p.shop.GetStock(ctx, id)\np.mu.Unlock()\n_, _ = a, b\nreturn nil", nil},
	{"a pause between", "a, _ := p.shop.GetItem(ctx, id)\ntime.Sleep(time.Second)\nb, _ := p.shop.GetStock(ctx, id)\n_, _ = a, b\nreturn nil", nil},
	{"a limiter between", "a, _ := p.shop.GetItem(ctx, id)\n_ = p.lim.Wait(ctx)\nb, _ := p.shop.GetStock(ctx, id)\n_, _ = a, b\nreturn nil", nil},
	{"in a goroutine", "go func() {\na, _ := p.shop.GetItem(ctx, id)\nb, _ := p.shop.GetStock(ctx, id)\n_, _ = a, b\n}()\nreturn nil", nil},
	{"deferred", "defer p.shop.GetItem(ctx, id)\nb, _ := p.shop.GetStock(ctx, id)\n_ = b\nreturn nil", nil},
	{"in one branch", "if id != \"\" {\na, _ := p.shop.GetItem(ctx, id)\nb, _ := p.shop.GetStock(ctx, id)\n_, _ = a, b\n}\nreturn nil", []string{"GetItem GetStock"}},
	{"in two branches", "if id != \"\" {\na, _ := p.shop.GetItem(ctx, id)\n_ = a\n} else {\nb, _ := p.shop.GetStock(ctx, id)\n_ = b\n}\nreturn nil", nil},
}

func TestWaves(t *testing.T) {
	var src strings.Builder
	src.WriteString(services)
	for i, tt := range waveTests {
		fmt.Fprintf(&src, "\ntype t%d struct{ page }\n\nfunc (p *t%d) f(ctx context.Context, id string) error {\n%s\n}\n", i, i, tt.body)
	}
	got := map[string][]string{}
	for _, w := range analyse(t, src.String()).Waves {
		of := w.In.Root().Sig.Recv().Type().String()
		got[of] = append(got[of], names(w.Calls))
	}
	for i, tt := range waveTests {
		g := got[fmt.Sprintf("*example.com/m.t%d", i)]
		if strings.Join(g, " | ") != strings.Join(tt.waves, " | ") {
			t.Errorf("%s: waves %q, want %q:\n%s", tt.name, g, tt.waves, tt.body)
		}
	}
}

func analyse(t *testing.T, src string) *effect.Result {
	t.Helper()
	pkgs := linttest.Module(t, map[string]string{"m.go": src})
	return linttest.Result(t, pass(), pkgs, "example.com/m").(*effect.Result)
}

func pass() *analysis.Analyzer {
	return model.Env(config.Default(), config.Known{}, func(string, string) rule.Severity { return rule.Warning }).Effect
}

func names(calls []effect.Member) string {
	var list []string
	for _, c := range calls {
		list = append(list, c.Fn.Name())
	}
	return strings.Join(list, " ")
}
