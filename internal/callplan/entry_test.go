package callplan_test

import (
	"slices"
	"testing"

	"github.com/budgetlint/budgetlint/analyzers"
	"github.com/budgetlint/budgetlint/internal/callplan"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/linttest"
)

const generatedService = `package pb

import "context"

type Ask struct{}
type Answer struct{}

type CartHandler interface {
	Get(context.Context, *Ask, *Answer) error
	Put(context.Context, *Ask, *Answer) error
}

func RegisterCartHandler(CartHandler) {}

type CartClient interface {
	Get(ctx context.Context, in *Ask, opts ...int) (*Answer, error)
}
`

const generatedSchema = `package generated

import "context"

type QueryResolver interface {
	Orders(ctx context.Context, id string) ([]string, error)
}

func NewExecutableSchema(q QueryResolver) {}
`

const entrySource = `
type cart struct{}

func (c *cart) Get(ctx context.Context, in *pb.Ask, out *pb.Answer) error { return ask(ctx) }
func (c *cart) Put(ctx context.Context, in *pb.Ask, out *pb.Answer) error { return ask(ctx) }
func (c *cart) Own(ctx context.Context, in *pb.Ask) error                 { return ask(ctx) }

// half answers only one of the calls, so that it is no service.
type half struct{}

func (h *half) Get(ctx context.Context, in *pb.Ask, out *pb.Answer) error { return ask(ctx) }

type queryResolver struct{}

func (r *queryResolver) Orders(ctx context.Context, id string) ([]string, error) { return nil, ask(ctx) }
func (r *queryResolver) help(ctx context.Context) error                          { return ask(ctx) }

type router struct{}
type route struct{}

func (router) HandleFunc(path string, h func(http.ResponseWriter, *http.Request)) route { return route{} }
func (route) Methods(m ...string) route                                                  { return route{} }

func viewCart(w http.ResponseWriter, r *http.Request)  { ask(r.Context()); part(w, r) }
func addToCart(w http.ResponseWriter, r *http.Request) { ask(r.Context()) }
func home(w http.ResponseWriter, r *http.Request)      { ask(r.Context()) }
func part(w http.ResponseWriter, r *http.Request)      { ask(r.Context()) }
func Load(w http.ResponseWriter, r *http.Request) (int, error) { return 0, ask(r.Context()) }

func routes(r router, base string) {
	r.HandleFunc(base+"/cart", viewCart).Methods(http.MethodGet, http.MethodHead)
	r.HandleFunc(base+"/cart", addToCart).Methods(http.MethodPost)
	r.HandleFunc("/", home)
}
`

// TestEntries: services of generated interfaces, resolvers, routes with a prefix; parts of handlers are no entry points.
func TestEntries(t *testing.T) {
	source := "package m\n\nimport (\n\t\"example.com/m/generated\"\n\t\"example.com/m/pb\"\n" + head[len("package m\n\nimport (\n"):] + entrySource + "\nvar _ generated.QueryResolver = &queryResolver{}\n"
	pkgs := linttest.Module(t, map[string]string{"m.go": source, "pb/pb.go": generatedService, "generated/generated.go": generatedSchema})
	res := linttest.Result(t, analyzers.Plan(config.Default()), pkgs, "example.com/m").(*callplan.Result)
	var got []string
	for _, e := range res.Entries {
		got = append(got, e.Route+" "+e.Name)
	}
	want := []string{
		" (*m.cart).Get", " (*m.cart).Put", " (*m.queryResolver).Orders",
		"GET,HEAD {base}/cart m.viewCart", "POST {base}/cart m.addToCart", "/ m.home",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
