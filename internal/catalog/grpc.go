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

// rpcMakers are generated constructors: they are given an *http.Client, which decides.
var rpcMakers = []Maker{
	{Pkg: "...", Names: "New*Client", From: 1, Why: "a Connect client has the limit of the http client it is given",
		Shape: Shape{LastParam: connect + ".ClientOption"}},
	{Pkg: "...", Names: "New*Client", From: 2, Why: "a Twirp client has the limit of the http client it is given",
		Shape: Shape{LastParam: "github.com/twitchtv/twirp.ClientOption"}},
}
