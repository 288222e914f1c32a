package catalog

// gRPC, Connect, and the Google clients built on gax. Generated clients live in any package and are known by their
// signature alone: see shapeRows.
var grpcRows = []Row{
	{Pkg: "google.golang.org/grpc", Recv: "ClientConn ClientConnInterface", Names: "Invoke",
		Sink: Sink{Protocol: GRPC, Via: ViaArg, Limit: LimitConn}},
	{Pkg: "google.golang.org/grpc", Recv: "ClientConn ClientConnInterface", Names: "NewStream",
		Sink: Sink{Protocol: GRPC, Via: ViaArg, Limit: LimitConn, Stream: true}},
	{Pkg: "google.golang.org/grpc", Names: "Invoke", Sink: Sink{Protocol: GRPC, Via: ViaArg, Limit: LimitConn}},
	{Pkg: "google.golang.org/grpc", Names: "NewClientStream",
		Sink: Sink{Protocol: GRPC, Via: ViaArg, Limit: LimitConn, Stream: true}},
	// NewClient and a Dial without WithBlock return at once.
	{Pkg: "google.golang.org/grpc", Names: "DialContext",
		Sink: Sink{Protocol: GRPC, Via: ViaArg, Dial: true, OnlyWith: "WithBlock"}},
	{Pkg: "google.golang.org/grpc", Names: "Dial",
		Sink: Sink{Protocol: GRPC, Twin: "DialContext", Dial: true, OnlyWith: "WithBlock"}},

	{Pkg: connect, Recv: "Client", Names: "CallUnary", Sink: Sink{Protocol: RPC, Via: ViaArg, Limit: LimitConn}},
	{Pkg: connect, Recv: "Client", Names: "CallServerStream CallClientStream CallBidiStream CallClientStreamSimple CallBidiStreamSimple",
		Sink: Sink{Protocol: RPC, Via: ViaArg, Limit: LimitConn, Stream: true}},
}

const connect = "connectrpc.com/connect"

// shapeRows are the rows of any package. Each asks for a type that only such a client's methods mention.
var shapeRows = []Row{
	// GetUser(ctx, in, opts ...grpc.CallOption) (*User, error). An interceptor has more parameters.
	{Pkg: "...", Recv: "*", Names: "*", Shape: Shape{CtxFirst: true, ErrLast: true, MaxParams: 3, LastParam: "google.golang.org/grpc.CallOption"},
		Sink: Sink{Protocol: GRPC, Via: ViaArg, Limit: LimitConn}},
	// GetUser(ctx, *connect.Request[T]) (*connect.Response[U], error). The service's handler has the same signature:
	// only the generated …Client counts.
	{Pkg: "...", Recv: "*Client", Names: "*", Shape: Shape{CtxFirst: true, ErrLast: true, MaxParams: 2, LastParam: "*" + connect + ".Request"},
		Sink: Sink{Protocol: RPC, Via: ViaArg, Limit: LimitConn}},
	{Pkg: "...", Recv: "*Client", Names: "*", Shape: Shape{CtxFirst: true, ErrLast: true, MaxParams: 2, LastParam: "*github.com/bufbuild/connect-go.Request"},
		Sink: Sink{Protocol: RPC, Via: ViaArg, Limit: LimitConn}},
	{Pkg: "...", Recv: "*Client", Names: "*", Shape: Shape{CtxFirst: true, MaxParams: 1, FirstResult: "*" + connect + "...StreamForClient"},
		Sink: Sink{Protocol: RPC, Via: ViaArg, Limit: LimitConn, Stream: true}},
	// Most methods of a generated Google client have a timeout of their own among their default call options.
	{Pkg: "...", Recv: "*", Names: "*", Shape: Shape{CtxFirst: true, LastParam: "github.com/googleapis/gax-go/v2.CallOption"},
		Sink: Sink{Protocol: GCP, Via: ViaArg, Default: gaxTimeout, DefaultWhy: gaxWhy}},
	// A user's interface that repeats some methods of an AWS SDK v2 client.
	{Pkg: "...", Recv: "*", Names: "*", Shape: Shape{CtxFirst: true, ErrLast: true, Abstract: true, MaxParams: 3, LastParam: awsOptions}, Sink: Sink{Protocol: AWS, Via: ViaArg}},
	// Clientsets that k8s code generators made for other resources.
	{Pkg: "...", Recv: "*", Names: "*", Shape: Shape{CtxFirst: true, ErrLast: true, Abstract: true, FirstResult: "k8s.io/apimachinery/pkg/watch.Interface"}, Sink: k8sWatch},
	{Pkg: "...", Recv: "*Interface", Names: "*", Shape: Shape{CtxFirst: true, ErrLast: true, Abstract: true, LastParam: "k8s.io/apimachinery/pkg/apis/meta/v1...Options"}, Sink: Sink{Protocol: K8s, Via: ViaArg}},
	// DBTX and its like: an interface that repeats the methods of sql.DB or of a pgx connection.
	{Pkg: "...", Recv: "*", Names: "*", Shape: Shape{CtxFirst: true, Abstract: true, FirstResult: "*database/sql.Rows"}, Sink: Sink{Protocol: SQL, Effect: Read, Via: ViaArg}},
	{Pkg: "...", Recv: "*", Names: "*", Shape: Shape{CtxFirst: true, Abstract: true, FirstResult: "*database/sql.Row"}, Sink: Sink{Protocol: SQL, Effect: Read, Via: ViaArg}},
	{Pkg: "...", Recv: "*", Names: "*", Shape: Shape{CtxFirst: true, Abstract: true, FirstResult: "*database/sql.Stmt"}, Sink: Sink{Protocol: SQL, Effect: Read, Via: ViaArg}},
	{Pkg: "...", Recv: "*", Names: "*", Shape: Shape{CtxFirst: true, Abstract: true, FirstResult: "database/sql.Result"}, Sink: Sink{Protocol: SQL, Effect: Write, Via: ViaArg}},
	{Pkg: "...", Recv: "*", Names: "*", Shape: Shape{CtxFirst: true, Abstract: true, FirstResult: "*" + sqlx + ".Rows"}, Sink: Sink{Protocol: SQL, Effect: Read, Via: ViaArg}},
	{Pkg: "...", Recv: "*", Names: "*", Shape: Shape{CtxFirst: true, Abstract: true, FirstResult: "github.com/jackc/pgx/v5.Rows"}, Sink: Sink{Protocol: SQL, Effect: Read, Via: ViaArg}},
	{Pkg: "...", Recv: "*", Names: "*", Shape: Shape{CtxFirst: true, Abstract: true, FirstResult: "github.com/jackc/pgx/v5.Row"}, Sink: Sink{Protocol: SQL, Effect: Read, Via: ViaArg}},
	{Pkg: "...", Recv: "*", Names: "*", Shape: Shape{CtxFirst: true, Abstract: true, FirstResult: "github.com/jackc/pgx/v5/pgconn.CommandTag"}, Sink: Sink{Protocol: SQL, Effect: Write, Via: ViaArg}},
}

// rpcMakers are generated constructors: they are given an *http.Client, which decides.
var rpcMakers = []Maker{
	{Pkg: "...", Names: "New*Client", From: 1, Why: "a Connect client has the limit of the http client it is given",
		Shape: Shape{LastParam: connect + ".ClientOption"}},
	{Pkg: "...", Names: "New*Client", From: 2, Why: "a Twirp client has the limit of the http client it is given",
		Shape: Shape{LastParam: "github.com/twitchtv/twirp.ClientOption"}},
}
