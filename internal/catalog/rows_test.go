package catalog

import (
	"go/types"
	"strings"
	"testing"
)

// TestRowsAreWellFormed holds what a reader of a row may rely on; that rows meet real functions is proved in check.
func TestRowsAreWellFormed(t *testing.T) {
	shapes := false
	for _, r := range Rows() {
		what := r.Pkg + " " + r.Recv + " " + r.Names
		s := r.Sink
		anywhere := r.Pkg == "..."
		switch {
		case s.Protocol == "":
			t.Errorf("%s: no protocol", what)
		case r.Names == "":
			t.Errorf("%s: no names", what)
		case s.Default > 0 && s.DefaultWhy == "", s.Default == 0 && s.DefaultWhy != "":
			t.Errorf("%s: a default and its reason go together", what)
		case s.Twin != "" && s.Via == ViaArg:
			t.Errorf("%s: a call that takes a context needs no twin", what)
		case shapes && !anywhere:
			t.Errorf("%s: a literal row after the shapes", what)
		case anywhere && !r.Shape.CtxFirst && r.Shape.LastParam != "*net/http.Request":
			t.Errorf("%s: Lookup tries shapes only where a context is first or a request alone", what)
		case r.Names == "*" && s.Protocol != NotASink && (r.Shape == Shape{}) && !s.Stream:
			t.Errorf("%s: every method, whatever its signature", what)
		case s.Stream && s.Default > 0:
			t.Errorf("%s: a stream has no default end", what)
		}
		shapes = shapes || anywhere
		for _, words := range []string{r.Recv, r.Names, r.Except} {
			for _, w := range strings.Fields(words) {
				if strings.Count(w, "*") > 1 {
					t.Errorf("%s: %q has more than one star", what, w)
				}
			}
		}
	}
}

// A user's interface around a library is known by the library's own types in it.
func TestUsersInterfaces(t *testing.T) {
	p := world{"example.com/shop": `package shop
import ("context"; "net/http")
type Doer interface { Do(*http.Request) (*http.Response, error); Build(*http.Request) error; Parse(*http.Response) (*http.Response, error) }
type real struct{}
func (real) Do(*http.Request) (*http.Response, error) { return nil, nil }
type Repo interface { Get(ctx context.Context, id string) (string, error) }
`}.load(t)("example.com/shop")
	for fn, want := range map[string]bool{"Doer.Do": true, "Doer.Build": false, "Doer.Parse": false, "real.Do": false, "Repo.Get": false} {
		sink, ok := Lookup(function(t, p, fn))
		if ok != want || ok && (sink.Via != ViaRequest || !sink.ByShape) {
			t.Errorf("%s: %+v, %v", fn, sink, ok)
		}
	}
}

var redisWorld = world{
	"github.com/redis/go-redis/v9": `package redis
import "context"
type StringCmd struct{}
type StringCmdable interface { Get(ctx context.Context, key string) *StringCmd; Set(ctx context.Context, key string, v any) *StringCmd }
type Pipeliner interface { StringCmdable; Exec(ctx context.Context) error; Do(ctx context.Context, args ...any) *StringCmd }
type cmdable func()
func (cmdable) Get(ctx context.Context, key string) *StringCmd { return nil }
func (cmdable) GetDel(ctx context.Context, key string) *StringCmd { return nil }
func (cmdable) BLPop(ctx context.Context, key string) *StringCmd { return nil }
type Client struct{ cmdable }
func (*Client) Close() error { return nil }
func (*Client) PoolStats() int { return 0 }
`,
	"github.com/elastic/go-elasticsearch/v7/esapi": `package esapi
import "context"
type Response struct{}
type Request struct{}
type Search func(o ...func(*Request)) (*Response, error)
type Index func(o ...func(*Request)) (*Response, error)
type Option func(*Request)
func (Search) WithContext(ctx context.Context) func(*Request) { return nil }
`,
	"gitlab.com/gitlab-org/api/client-go/v2": `package gitlab
type RequestOptionFunc func() error
type UsersService struct{}
func (UsersService) GetUser(id int, o ...RequestOptionFunc) (int, error) { return 0, nil }
func (UsersService) Name() string { return "" }
`,
}

// A command that a pipeline takes goes nowhere until Exec; only the receiver's static type tells.
func TestLookupOnQueue(t *testing.T) {
	p := redisWorld.load(t)("github.com/redis/go-redis/v9")
	client := types.NewPointer(p.Scope().Lookup("Client").Type())
	pipe := p.Scope().Lookup("Pipeliner").Type()
	cmds := p.Scope().Lookup("StringCmdable").Type()
	for _, tt := range []struct {
		fn   string
		recv types.Type
		sink bool
	}{
		{"Client.Get", client, true},
		{"Pipeliner.Get", pipe, false},
		{"Pipeliner.Get", cmds, true}, // the same method, on what may be a client
		{"Pipeliner.Exec", pipe, true},
		{"Pipeliner.Do", pipe, false},
		{"Client.Close", client, false},
		{"Client.PoolStats", client, false},
	} {
		sink, ok := LookupOn(function(t, p, tt.fn), tt.recv)
		if ok != tt.sink {
			t.Errorf("%s on %s: sink = %v", tt.fn, tt.recv, ok)
		}
		if ok && (sink.Default == 0 || sink.Stream) {
			t.Errorf("%s: go-redis has a socket timeout; got %+v", tt.fn, sink)
		}
	}
	if sink, _ := Lookup(function(t, p, "Client.GetDel")); sink.Effect != Write {
		t.Error("GetDel deletes")
	}
	if sink, _ := Lookup(function(t, p, "Client.BLPop")); !sink.Stream || sink.Default != 0 {
		t.Errorf("BLPop waits for as long as it is told: %+v", sink)
	}
}

func TestContextAsOption(t *testing.T) {
	load := redisWorld.load(t)
	es := load("github.com/elastic/go-elasticsearch/v7/esapi")
	for name, want := range map[string]Effect{"Search": Read, "Index": Write} {
		sink, ok := LookupType(es.Scope().Lookup(name).Type())
		if !ok || sink.Effect != want || sink.Via != ViaOption {
			t.Errorf("esapi.%s: %+v, %v", name, sink, ok)
		}
	}
	if _, ok := LookupType(es.Scope().Lookup("Option").Type()); ok {
		t.Error("an option function calls nothing")
	}
	if s, ok := Set(function(t, es, "Search.WithContext")); !ok || !s.Context {
		t.Error("Search.WithContext attaches a context")
	}
	gl := load("gitlab.com/gitlab-org/api/client-go/v2")
	if sink, ok := Lookup(function(t, gl, "UsersService.GetUser")); !ok || sink.Via != ViaOption || sink.Effect != Read {
		t.Errorf("gitlab takes its context as an option: %+v, %v", sink, ok)
	}
	if _, ok := Lookup(function(t, gl, "UsersService.Name")); ok {
		t.Error("a getter is no sink")
	}
}

// The first matching row wins, whichever of a name and a glob it is.
func TestFirstRowWins(t *testing.T) {
	rows := []Row{
		{Pkg: "example.com/a", Names: "GetLocal", Sink: Sink{Protocol: NotASink}},
		{Pkg: "example.com/...", Names: "Get*", Except: "GetCached", Sink: Sink{Protocol: HTTP}},
		{Pkg: "example.com/a", Names: "GetUser GetCached", Sink: Sink{Protocol: SQL}},
	}
	ix := newIndex(rows, sinkPattern)
	p := world{"example.com/a": `package a
func GetLocal() {}
func GetUser() {}
func GetCached() {}
func getHidden() {}
`}.load(t)("example.com/a")
	for name, want := range map[string]Protocol{"GetLocal": NotASink, "GetUser": HTTP, "GetCached": SQL, "getHidden": ""} {
		s, _ := subjectOf(function(t, p, name))
		var got Protocol
		if r := ix.find(s); r != nil {
			got = r.Sink.Protocol
		}
		if got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

func BenchmarkLookup(b *testing.B) {
	t := new(testing.T)
	load := stubs.load(t)
	var fns []*types.Func
	for _, f := range [][2]string{
		{"net/http", "Client.Do"}, {"net/http", "Header.Get"}, {"example.com/pb", "UsersClient.GetUser"},
		{"example.com/store", "wrapper.QueryContext"}, {"context", "WithValue"},
	} {
		fns = append(fns, function(t, load(f[0]), f[1]))
	}
	for b.Loop() {
		for _, fn := range fns {
			Lookup(fn)
		}
	}
}
