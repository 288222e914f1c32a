package catalog

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// world type-checks small sources by import path, each after those it imports; std comes from source.
type world map[string]string

// std is shared: reading net/http from source takes seconds.
var std = sync.OnceValue(func() types.Importer { return importer.ForCompiler(token.NewFileSet(), "source", nil) })

func (w world) load(t *testing.T) func(path string) *types.Package {
	t.Helper()
	done := map[string]*types.Package{}
	var load func(path string) (*types.Package, error)
	load = func(path string) (*types.Package, error) {
		if p := done[path]; p != nil {
			return p, nil
		}
		src, ok := w[path]
		if !ok {
			return std().Import(path)
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path+".go", src, 0)
		if err != nil {
			return nil, err
		}
		conf := types.Config{Importer: importFunc(load)}
		p, err := conf.Check(path, fset, []*ast.File{file}, nil)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		done[path] = p
		return p, nil
	}
	return func(path string) *types.Package {
		t.Helper()
		p, err := load(path)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
}

type importFunc func(string) (*types.Package, error)

func (f importFunc) Import(path string) (*types.Package, error) { return f(path) }

// function finds "Func" or "Type.Method", promoted methods included.
func function(t *testing.T, p *types.Package, name string) *types.Func {
	t.Helper()
	typeName, method, isMethod := strings.Cut(name, ".")
	obj := p.Scope().Lookup(typeName)
	if obj == nil {
		t.Fatalf("%s has no %s", p.Path(), typeName)
	}
	if isMethod {
		obj, _, _ = types.LookupFieldOrMethod(obj.Type(), true, p, method)
	}
	fn, ok := obj.(*types.Func)
	if !ok {
		t.Fatalf("%s.%s is no function", p.Path(), name)
	}
	return fn
}

// A context package of our own would not be context.Context; std's is cheap to load.
const grpcStub = `package grpc
import "context"
type CallOption interface{ before() }
type ClientStream interface { Context() context.Context; SendMsg(any) error; RecvMsg(any) error; CloseSend() error }
type ServerStream interface { Context() context.Context; SendMsg(any) error; RecvMsg(any) error; SetTrailer() }
type ServerStreamingClient[T any] interface { Recv() (*T, error); ClientStream }
type DialOption interface{}
type ClientConn struct{}
func (*ClientConn) Invoke(ctx context.Context, method string, in, out any, opts ...CallOption) error { return nil }
func DialContext(ctx context.Context, target string, opts ...DialOption) (*ClientConn, error) { return nil, nil }
func Dial(target string, opts ...DialOption) (*ClientConn, error) { return nil, nil }
`

const pbStub = `package pb
import ("context"; "google.golang.org/grpc")
type Req struct{}
type User struct{}
type UsersClient interface {
	GetUser(ctx context.Context, in *Req, opts ...grpc.CallOption) (*User, error)
	CreateUser(ctx context.Context, in *Req, opts ...grpc.CallOption) (*User, error)
	Watch(ctx context.Context, in *Req, opts ...grpc.CallOption) (grpc.ServerStreamingClient[User], error)
}
type Users_WatchServer interface { Send(*User) error; grpc.ServerStream }
type interceptor struct{}
func (interceptor) Unary(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, opts ...grpc.CallOption) error { return nil }
func Helper(ctx context.Context, in *Req, opts ...grpc.CallOption) (*User, error) { return nil, nil }
`

var stubs = world{
	"google.golang.org/grpc": grpcStub,
	"example.com/pb":         pbStub,
	"example.com/shop/vendor/github.com/jackc/pgx/v4": `package pgx
import "context"
type Rows interface{}
type Conn struct{}
func (*Conn) Query(ctx context.Context, sql string) (Rows, error) { return nil, nil }
func (*Conn) Close(ctx context.Context) error { return nil }
`,
	"github.com/jackc/pgx": `package pgx
type Conn struct{}
func (*Conn) Query(sql string) error { return nil }
`,
	"github.com/jackc/pgx/v5": `package pgx
import "context"
type Rows interface{}
type Tx interface { Query(ctx context.Context, sql string) (Rows, error); Rollback(ctx context.Context) error }
func CollectRows(Rows) error { return nil }
`,
	"example.com/store": `package store
import ("context"; "database/sql"; "github.com/jackc/pgx/v5")
type DB struct { *sql.DB; Tx pgx.Tx }
type DBTX interface {
	ExecContext(context.Context, string, ...any) (sql.Result, error)
	QueryContext(context.Context, string, ...any) (*sql.Rows, error)
}
type wrapper struct{}
func (wrapper) QueryContext(context.Context, string, ...any) (*sql.Rows, error) { return nil, nil }
type Inner interface{ pgx.Tx }
`,
	"connectrpc.com/connect": `package connect
import "context"
type Request[T any] struct{ Msg *T }
type Response[T any] struct{ Msg *T }
type HTTPClient interface{}
type ClientOption interface{}
type ServerStreamForClient[T any] struct{}
type BidiStreamForClient[A, B any] struct{}
type Client[A, B any] struct{}
func (*Client[A, B]) CallUnary(ctx context.Context, r *Request[A]) (*Response[B], error) { return nil, nil }
`,
	"example.com/gen/userconnect": `package userconnect
import ("context"; "connectrpc.com/connect")
type User struct{}
type UserServiceClient interface {
	GetUser(context.Context, *connect.Request[User]) (*connect.Response[User], error)
	Watch(context.Context, *connect.Request[User]) (*connect.ServerStreamForClient[User], error)
	Chat(context.Context) *connect.BidiStreamForClient[User, User]
}
type UserServiceHandler interface {
	GetUser(context.Context, *connect.Request[User]) (*connect.Response[User], error)
}
type client struct{ get *connect.Client[User, User] }
func (c *client) Call(ctx context.Context) { c.get.CallUnary(ctx, nil) }
func NewUserServiceClient(hc connect.HTTPClient, url string, opts ...connect.ClientOption) UserServiceClient { return nil }
`,
	"example.com/gen/twirp": `package haber
import ("context"; "net/http")
type Size struct{}
type Hat struct{}
type HTTPClient interface{ Do(*http.Request) (*http.Response, error) }
type Haberdasher interface { MakeHat(context.Context, *Size) (*Hat, error) }
func NewHaberdasherProtobufClient(base string, c HTTPClient, opts ...int) Haberdasher { return nil }
type Other interface { MakeHat(context.Context, *Size) (*Hat, error) }
`,
}

func TestLookup(t *testing.T) {
	load := stubs.load(t)
	grpcRead := Sink{Protocol: GRPC, Effect: Read, Via: ViaArg, Limit: LimitConn, ByShape: true}
	grpcWrite := grpcRead
	grpcWrite.Effect = Write
	stream := grpcWrite
	stream.Stream = true
	rpcRead := Sink{Protocol: RPC, Effect: Read, Via: ViaArg, Limit: LimitConn, ByShape: true}
	rpcWrite := rpcRead
	rpcWrite.Effect = Write
	rpcStream := rpcWrite
	rpcStream.Stream = true

	for _, tt := range []struct {
		pkg, fn string
		want    Sink // zero: no sink
	}{
		{"net/http", "Get", Sink{Protocol: HTTP, Effect: Read, Limit: LimitDefault}},
		{"net/http", "Client.Do", Sink{Protocol: HTTP, Effect: Write, Via: ViaRequest, Limit: LimitClient}},
		{"net/http", "Client.CloseIdleConnections", Sink{}},
		{"net/http", "RoundTripper.RoundTrip", Sink{Protocol: HTTP, Effect: Write, Via: ViaRequest}},
		{"net/http", "NewRequest", Sink{Protocol: HTTP, Effect: Write, Request: true, Twin: "NewRequestWithContext"}},
		{"net", "LookupHost", Sink{Protocol: DNS, Effect: Read, Twin: "DefaultResolver.LookupHost", Default: resolverLimit, DefaultWhy: resolverWhy}},
		{"net", "TCPConn.Read", Sink{Protocol: Net, Effect: Read, Limit: LimitDeadline}},
		{"database/sql", "DB.Query", Sink{Protocol: SQL, Effect: Read, Twin: "QueryContext"}},
		{"database/sql", "DB.Begin", Sink{Protocol: SQL, Effect: Write, Twin: "BeginTx"}},
		{"database/sql", "Tx.Stmt", Sink{}},
		{"database/sql", "DB.Stats", Sink{}},

		// A promoted method is its declaring type's, through structs and interfaces.
		{"example.com/store", "DB.QueryRow", Sink{Protocol: SQL, Effect: Read, Twin: "QueryRowContext"}},
		{"example.com/store", "Inner.Query", Sink{Protocol: SQL, Effect: Read, Via: ViaArg}},
		{"example.com/store", "Inner.Rollback", Sink{}},
		// An interface that repeats sql.DB's methods is known by its results; a body is left to the model.
		{"example.com/store", "DBTX.QueryContext", Sink{Protocol: SQL, Effect: Read, Via: ViaArg, ByShape: true}},
		{"example.com/store", "DBTX.ExecContext", Sink{Protocol: SQL, Effect: Write, Via: ViaArg, ByShape: true}},
		{"example.com/store", "wrapper.QueryContext", Sink{}},

		// vN and vendor prefix; a version without contexts does not match a row that needs one.
		{"example.com/shop/vendor/github.com/jackc/pgx/v4", "Conn.Query", Sink{Protocol: SQL, Effect: Read, Via: ViaArg}},
		{"example.com/shop/vendor/github.com/jackc/pgx/v4", "Conn.Close", Sink{}},
		{"github.com/jackc/pgx", "Conn.Query", Sink{}},
		{"github.com/jackc/pgx/v5", "CollectRows", Sink{}},

		// Rows before shapes: Invoke has too many parameters for the shape.
		{"google.golang.org/grpc", "ClientConn.Invoke", Sink{Protocol: GRPC, Effect: Write, Via: ViaArg, Limit: LimitConn}},
		{"google.golang.org/grpc", "Dial", Sink{Protocol: GRPC, Effect: Write, Twin: "DialContext", Dial: true, OnlyWith: "WithBlock"}},
		{"example.com/pb", "UsersClient.GetUser", grpcRead},
		{"example.com/pb", "UsersClient.CreateUser", grpcWrite},
		{"example.com/pb", "UsersClient.Watch", stream},
		{"example.com/pb", "interceptor.Unary", Sink{}},
		{"example.com/pb", "Helper", Sink{}},

		{"connectrpc.com/connect", "Client.CallUnary", Sink{Protocol: RPC, Effect: Write, Via: ViaArg, Limit: LimitConn}},
		{"example.com/gen/userconnect", "UserServiceClient.GetUser", rpcRead},
		{"example.com/gen/userconnect", "UserServiceClient.Watch", rpcStream},
		{"example.com/gen/userconnect", "UserServiceClient.Chat", rpcStream},
		{"example.com/gen/userconnect", "UserServiceHandler.GetUser", Sink{}},
		{"example.com/gen/twirp", "Haberdasher.MakeHat", rpcWrite},
		{"example.com/gen/twirp", "Other.MakeHat", Sink{}},
	} {
		got, ok := Lookup(function(t, load(tt.pkg), tt.fn))
		if ok != (tt.want != Sink{}) {
			t.Errorf("%s.%s: sink = %v, want %v", tt.pkg, tt.fn, ok, !ok)
			continue
		}
		if tt.want.Via == ViaArg && got.Default != 0 {
			t.Errorf("%s.%s: default %v without reason here", tt.pkg, tt.fn, got.Default)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s.%s (-want +got):\n%s", tt.pkg, tt.fn, diff)
		}
	}
}

// A method of an instantiated generic type is the origin's.
func TestLookupInstance(t *testing.T) {
	p := stubs.load(t)("example.com/gen/userconnect")
	field := p.Scope().Lookup("client").Type().Underlying().(*types.Struct).Field(0)
	obj, _, _ := types.LookupFieldOrMethod(field.Type(), true, p, "CallUnary")
	fn := obj.(*types.Func)
	if fn.Origin() == fn {
		t.Fatal("fixture: not an instance")
	}
	if _, ok := Lookup(fn); !ok {
		t.Error("the method of connect.Client[User, User] is not found")
	}
}

func TestLookupTakesAnything(t *testing.T) {
	errorMethod := types.Universe.Lookup("error").Type().Underlying().(*types.Interface).Method(0)
	for _, fn := range []*types.Func{nil, errorMethod} {
		if _, ok := Lookup(fn); ok {
			t.Errorf("Lookup(%v) found a sink", fn)
		}
	}
}

func TestContexts(t *testing.T) {
	load := stubs.load(t)
	ctx := load("context")
	for name, want := range map[string]Derive{
		"Background": MakesRoot, "WithTimeoutCause": Bounds, "WithValue": Keeps, "WithoutCancel": Detaches,
	} {
		if got, ok := DeriveOf(function(t, ctx, name)); !ok || got != want {
			t.Errorf("context.%s: %v, %v, want %v", name, got, ok, want)
		}
	}
	if _, ok := DeriveOf(function(t, ctx, "Cause")); ok {
		t.Error("context.Cause makes no context")
	}

	for _, tt := range []struct{ pkg, typ, expr string }{
		{"net/http", "Request", ".Context()"},
		{"example.com/pb", "Users_WatchServer", ".Context()"}, // by its methods
		{"example.com/pb", "UsersClient", ""},
		{"google.golang.org/grpc", "ClientStream", ""},
	} {
		typ := load(tt.pkg).Scope().Lookup(tt.typ).Type()
		for _, typ := range []types.Type{typ, types.NewPointer(typ)} {
			got, ok := SourceOf(typ)
			if ok != (tt.expr != "") || got.Expr != tt.expr {
				t.Errorf("SourceOf(%s) = %q, %v, want %q", typ, got.Expr, ok, tt.expr)
			}
		}
	}

	if s, ok := Set(function(t, load("net/http"), "Request.WithContext")); !ok || !s.Context {
		t.Error("Request.WithContext attaches a context")
	}
	if m, ok := Make(function(t, load("example.com/gen/userconnect"), "NewUserServiceClient")); !ok || m.From != 1 {
		t.Errorf("a Connect client is limited by its first argument; got %+v, %v", m, ok)
	}
}

func TestKnows(t *testing.T) {
	for path, want := range map[string]bool{
		"net/http":                            true,
		"vendor/golang.org/x/net/proxy":       true,
		"example.com/a/vendor/gorm.io/gorm":   true,
		"github.com/jackc/pgx/v9":             true,
		"github.com/jackc/pgxlike":            false,
		"fmt":                                 false,
		"example.com/gorm.io/gorm":            false,
		"github.com/jackc/pgx/v5/pgxpool/sub": false,
	} {
		if got := Knows(path); got != want {
			t.Errorf("Knows(%q) = %v", path, got)
		}
	}
	if !KnowsPackage(stubs.load(t)("example.com/pb")) {
		t.Error("a package that imports grpc may hold generated clients")
	}
}

func TestReadVerb(t *testing.T) {
	for words, want := range map[string]bool{
		`GetUser getUser BatchGetItems MGet LookUpHost ListX HealthCheck Ping OrderStatus ServerInfo QueryRow
		 FindAndroidUser get_user GetUserAndOrders HTTPStatus Head`: true,
		`CreateUser Listen Getaway Headline Charge GetOrCreate FindOneAndUpdate FindAndModify UpdateStatus
		 Do Exec Checkout Infotain X`: false,
	} {
		for _, name := range strings.Fields(words) {
			if got := ReadVerb(name); got != want {
				t.Errorf("ReadVerb(%q) = %v", name, got)
			}
		}
	}
}
