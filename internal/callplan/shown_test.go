package callplan_test

import (
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/budgetlint/budgetlint/analyzers"
	"github.com/budgetlint/budgetlint/internal/callplan"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/linttest"
)

const shownHead = `package m

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"sync"
	"time"

	"example.com/m/store"
)

var hc = &http.Client{Timeout: time.Second}

func ask(ctx context.Context) error {
	req, _ := http.NewRequestWithContext(ctx, "GET", "http://a.example", nil)
	_, err := hc.Do(req)
	return err
}

func tell(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	return ask(ctx)
}

var errGone = errors.New("gone")

type app struct {
	repo  store.Users
	carts store.Handler[store.Cart]
	plug  store.Plug
	on    bool
	tx    *sql.Tx
	ids   []int
}

var _ sync.Mutex

func service(a *app) {
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { f(r.Context(), a) })
}

`

// stored is a package whose implementations those that call its interfaces do not see.
const stored = `package store

import "context"

type Users interface {
	Name(ctx context.Context, id int) (string, error)
	Each(ctx context.Context, f func(int) error) error
}

type Cart struct{}
type Order struct{}

type Handler[T any] interface{ Handle(ctx context.Context, x T) error }

type Plug interface{ Run(ctx context.Context) error }
`

const storing = `package sqlstore

import (
	"context"
	"net/http"
	"time"

	"example.com/m/store"
)

var quick = &http.Client{Timeout: 300 * time.Millisecond}

func get(ctx context.Context) error {
	req, _ := http.NewRequestWithContext(ctx, "GET", "http://b.example", nil)
	_, err := quick.Do(req)
	return err
}

type Users struct{}

func (Users) Name(ctx context.Context, id int) (string, error) { return "", get(ctx) }

func (Users) Each(ctx context.Context, f func(int) error) error {
	for _, id := range []int{1, 2} {
		if err := again(func() error { return f(id) }); err != nil {
			return err
		}
	}
	return get(ctx)
}

func again(f func() error) error { return f() }

type carts struct{}

func (carts) Handle(ctx context.Context, c store.Cart) error { return get(ctx) }

type orders struct{}

func (orders) Handle(ctx context.Context, o store.Order) error { get(ctx); return get(ctx) }

type p1 struct{}
type p2 struct{}
type p3 struct{}
type p4 struct{}
type p5 struct{}
type p6 struct{}

func (p1) Run(ctx context.Context) error { return get(ctx) }
func (p2) Run(ctx context.Context) error { return get(ctx) }
func (p3) Run(ctx context.Context) error { return get(ctx) }
func (p4) Run(ctx context.Context) error { return get(ctx) }
func (p5) Run(ctx context.Context) error { return get(ctx) }
func (p6) Run(ctx context.Context) error { return get(ctx) }
`

// shown are bodies of func f(ctx context.Context, a *app) with what people are shown of them.
var shown = map[string]struct{ body, want string }{
	"condition":           {`if a.on { ask(ctx) }`, "if a.on (1s)"},
	"no condition":        {`if err := ask(ctx); err == nil { ask(ctx) }`, "seq(1s, 1s)"},
	"on failure":          {`if err := ask(ctx); err != nil { ask(ctx) }`, "seq(1s, if err != nil (1s))"},
	"either":              {`if a.on { ask(ctx) } else { tell(ctx) }`, "alt(if a.on (1s), within 2s (1s))"},
	"else if":             {`if a.on { ask(ctx) } else if len(a.ids) > 0 { tell(ctx) } else { ask(ctx) }`, "alt(if a.on (1s), if len(a.ids) > 0 (within 2s (1s)), 1s)"},
	"else only":           {`if a.on { println() } else { ask(ctx) }`, "if !a.on (1s)"},
	"with assignment":     {`if n := len(a.ids); n > 3 { ask(ctx) }`, "if n := len(a.ids); n > 3 (1s)"},
	"instead of the rest": {`if a.on { ask(ctx); return nil }; return tell(ctx)`, "alt(if a.on end (1s), within 2s (1s))"},
	"nothing is the rest": {`if a.on { return ask(ctx) }; return nil`, "if a.on (1s)"},
	"early end":           {`if len(a.ids) == 0 { return nil }; return ask(ctx)`, "if len(a.ids) != 0 (1s)"},
	"early failure":       {`if len(a.ids) == 0 { return errGone }; return ask(ctx)`, "1s"},
	"error is looked at":  {`if err := ask(ctx); errors.Is(err, errGone) { return nil }; return ask(ctx)`, "seq(1s, 1s)"},
	"loop goes on":        {`for _, id := range a.ids { if id == 0 { continue }; ask(ctx) }`, "loop a.ids (if id != 0 (1s))"},
	"and":                 {`_ = a.on && ask(ctx) == nil`, "if a.on (1s)"},
	"or":                  {`_ = a.on || ask(ctx) == nil`, "if !a.on (1s)"},
	"and without failure": {`_ = ask(ctx) == nil && ask(ctx) == nil`, "seq(1s, 1s)"},
	"switch":              {`switch len(a.ids) { case 0: ask(ctx); case 1, 2: tell(ctx) }`, "alt(if len(a.ids) == 0 (1s), if len(a.ids) == 1, 2 (within 2s (1s)))"},
	"default":             {`switch { case a.on: ask(ctx); default: tell(ctx) }`, "alt(if a.on (1s), within 2s (1s))"},
	"default alone":       {`switch { case a.on: println(); default: ask(ctx) }`, "if no other case (1s)"},
	"no error":            {`switch err := ask(ctx); err { case nil: ask(ctx); case errGone: tell(ctx) }`, "seq(1s, alt(1s, if err == errGone (within 2s (1s))))"},
	"type switch":         {`var x any = a; switch x.(type) { case int: ask(ctx) }`, "if x is int (1s)"},
	"select until end":    {`c := make(chan int); select { case <-c: ask(ctx); case <-ctx.Done(): }`, "1s"},
	"select of two":       {`c, d := make(chan int), make(chan int); select { case <-c: ask(ctx); case <-d: }`, "if <-c (1s)"},
	"select at once":      {`c := make(chan int); select { case <-c: ask(ctx); default: }`, "if <-c (1s)"},

	"else beside a log":      {`if a.on { quiet(ctx) } else { ask(ctx) }`, "if !a.on (1s)"},
	"early end with log":     {`if len(a.ids) == 0 { quiet(ctx); return nil }; return ask(ctx)`, "if len(a.ids) != 0 (1s)"},
	"early failure with log": {`if len(a.ids) == 0 { quiet(ctx); return errGone }; return ask(ctx)`, "1s"},
	"rest is a log":          {`if a.on { return ask(ctx) }; quiet(ctx); return nil`, "if a.on (1s)"},
	"end is a log":           {`c := make(chan int); select { case <-c: ask(ctx); case <-ctx.Done(): quiet(ctx) }`, "1s"},
	"cases are logs":         {`switch { case a.on: quiet(ctx); default: ask(ctx) }`, "if no other case (1s)"},
	"failure is a log":       {`if err := ask(ctx); err != nil { quiet(ctx) } else { ask(ctx) }`, "seq(1s, 1s)"},

	"commit":            {`a.tx.ExecContext(ctx, "UPDATE x"); return a.tx.Commit()`, "seq(∞, free -1 ((*sql.Tx).Commit))"},
	"rollback":          {`if err := ask(ctx); err != nil { a.tx.Rollback(); return err }; return a.tx.Commit()`, "seq(1s, alt(if err != nil end (free -1 ((*sql.Tx).Rollback)), free -1 ((*sql.Tx).Commit)))"},
	"deferred rollback": {`defer a.tx.Rollback(); ask(ctx); return a.tx.Commit()`, "seq(1s, free -1 ((*sql.Tx).Commit))"},
	"only rollback":     {`defer a.tx.Rollback(); ask(ctx)`, "seq(1s, free -1 ((*sql.Tx).Rollback))"},

	"started first":     {`go ask(ctx); tell(ctx)`, "seq(async(1s), within 2s (1s))"},
	"started later":     {`tell(ctx); go ask(ctx); tell(ctx)`, "seq(within 2s (1s), async(1s), within 2s (1s))"},
	"started if":        {`if a.on { tell(ctx); go ask(ctx) }; tell(ctx)`, "seq(if a.on (seq(within 2s (1s), async(1s))), within 2s (1s))"},
	"started each":      {`for range a.ids { go ask(ctx) }; tell(ctx)`, "seq(async(each a.ids (1s)), within 2s (1s))"},
	"started some":      {`for _, id := range a.ids { if id > 0 { go ask(ctx) } }`, "async(each a.ids (if id > 0 (1s)))"},
	"waited for if":     {`var wg sync.WaitGroup; if a.on { wg.Go(func() { ask(ctx) }) }; tell(ctx); wg.Wait()`, "par(if a.on (1s), within 2s (1s))"},
	"deferred wait":     {`var wg sync.WaitGroup; defer wg.Wait(); wg.Go(func() { ask(ctx) }); tell(ctx)`, "par(1s, within 2s (1s))"},
	"waited for by one": {`var wg sync.WaitGroup; done := make(chan int); wg.Go(func() { ask(ctx) }); go func() { wg.Wait(); close(done) }(); tell(ctx); <-done`, "par(1s, within 2s (1s))"},

	"behind an interface":  {`_, err := a.repo.Name(ctx, 1); return err`, "300ms"},
	"given a function":     {`return a.repo.Each(ctx, func(id int) error { return ask(ctx) })`, "seq(loop 2 (1s), 300ms)"},
	"given a method":       {`return a.repo.Each(ctx, a.one)`, "seq(loop 2 (within 2s (1s)), 300ms)"},
	"given and not called": {`later(func() error { return ask(ctx) }); tell(ctx)`, "seq(1s, within 2s (1s))"},
	"of an instance":       {`return a.carts.Handle(ctx, store.Cart{})`, "300ms"},
	"of too many":          {`return a.plug.Run(ctx)`, "ref store.Plug.Run"},
	"of nothing":           {`quiet(ctx); return ask(ctx)`, "1s"},
}

const shownRest = `
func (a *app) one(id int) error { return tell(context.TODO()) }

func later(f func() error) {}

func quiet(ctx context.Context) { later(nil) }
`

// TestShown: what people are shown holds conditions, commits, what is started where it is started, and what only the
// whole program knows.
func TestShown(t *testing.T) {
	for name, c := range shown {
		src := shownHead + "func f(ctx context.Context, a *app) error {\n" + c.body + "\n" + end(c.body) + "}\n" + shownRest
		if _, err := parser.ParseFile(token.NewFileSet(), name, src, 0); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	src := map[string]string{"store/store.go": stored, "sqlstore/sqlstore.go": storing}
	var names []string
	for name, c := range shown {
		dir := "t" + strings.ReplaceAll(name, " ", "")
		names = append(names, name)
		src[dir+"/m.go"] = shownHead + "func f(ctx context.Context, a *app) error {\n" + c.body + "\n" + end(c.body) + "}\n" + shownRest
	}
	pkgs := linttest.Module(t, src)
	got := plans(t, pkgs)
	for _, name := range names {
		dir := "example.com/m/t" + strings.ReplaceAll(name, " ", "")
		if plan := strings.ReplaceAll(got[dir], "free -1 (within 2s (1s))", "within 2s (1s)"); plan != shown[name].want {
			t.Errorf("%s:\ngot  %s\nwant %s", name, plan, shown[name].want)
		}
	}
}

// end is what a body that may fall off its end returns.
func end(body string) string {
	last := body[strings.LastIndexByte(body, ';')+1:]
	if strings.HasPrefix(strings.TrimSpace(last), "return") {
		return ""
	}
	return "return nil\n"
}

// plans are those of the first entry of each package.
func plans(t *testing.T, pkgs []*packages.Package) map[string]string {
	t.Helper()
	a := analyzers.Plan(config.Default())
	graph, err := checker.Analyze([]*analysis.Analyzer{a}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	program := callplan.NewProgram()
	for _, act := range graph.Roots {
		if act.Err != nil {
			t.Fatal(act.Err)
		}
		for _, e := range act.Package.TypeErrors {
			t.Error(e)
		}
		program.Add(act.Package.Types, act.Result.(*callplan.Result))
	}
	out := map[string]string{}
	for _, act := range graph.Roots {
		for _, e := range program.Entries(act.Result.(*callplan.Result)) {
			if err := e.Plan.Check(); err != nil {
				t.Errorf("%s: %v", act.Package.PkgPath, err)
			}
			out[act.Package.PkgPath] = e.Plan.String()
		}
	}
	return out
}
