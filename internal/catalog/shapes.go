package catalog

import "time"

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
	// Stubs that go-micro, kitex and kratos generate.
	{Pkg: "...", Recv: "*", Names: "*", Shape: Shape{CtxFirst: true, ErrLast: true, MaxParams: 3, LastParam: "go-micro.dev/...client.CallOption"}, Sink: microStub},
	{Pkg: "...", Recv: "*", Names: "*", Shape: Shape{CtxFirst: true, ErrLast: true, MaxParams: 3, LastParam: "github.com/cloudwego/kitex/client/callopt.Option"},
		Sink: Sink{Protocol: RPC, Via: ViaArg, Limit: LimitConn}},
	{Pkg: "...", Recv: "*", Names: "*", Shape: Shape{CtxFirst: true, ErrLast: true, MaxParams: 3, LastParam: "github.com/go-kratos/kratos/v2/transport/http.CallOption"},
		Sink: Sink{Protocol: HTTP, Via: ViaArg, Default: 2 * time.Second, DefaultWhy: kratosWhy}},
	// type HTTPClient interface{ Do(*http.Request) (*http.Response, error) }; which client is behind it is not known here.
	{Pkg: "...", Recv: "*", Names: "*", Shape: Shape{ErrLast: true, Abstract: true, MaxParams: 1, LastParam: "*net/http.Request", FirstResult: "*net/http.Response"},
		Sink: Sink{Protocol: HTTP, Effect: Write, Via: ViaRequest, Limit: LimitClient}},
	// Interfaces that repeat some methods of a redis client, a collection, a writer.
	{Pkg: "...", Recv: "*", Names: "*", Shape: Shape{CtxFirst: true, Abstract: true, FirstResult: "*github.com/redis/go-redis/v9...Cmd"}, Sink: redisSink(ByName)},
	{Pkg: "...", Recv: "*", Names: "*", Shape: Shape{CtxFirst: true, Abstract: true, FirstResult: "*go.mongodb.org/mongo-driver/...mongo.SingleResult"}, Sink: Sink{Protocol: Mongo, Via: ViaArg, Limit: LimitSetter}},
	{Pkg: "...", Recv: "*", Names: "*", Shape: Shape{CtxFirst: true, ErrLast: true, Abstract: true, FirstResult: "*go.mongodb.org/mongo-driver/...mongo.Cursor"}, Sink: Sink{Protocol: Mongo, Effect: Read, Via: ViaArg, Limit: LimitSetter}},
	{Pkg: "...", Recv: "*", Names: "*", Shape: Shape{CtxFirst: true, ErrLast: true, Abstract: true, FirstResult: "*go.mongodb.org/mongo-driver/...Result"}, Sink: Sink{Protocol: Mongo, Effect: Write, Via: ViaArg, Limit: LimitSetter}},
	{Pkg: "...", Recv: "*", Names: "*", Shape: Shape{CtxFirst: true, ErrLast: true, Abstract: true, MaxParams: 2, LastParam: segmentio + ".Message"}, Sink: Sink{Protocol: Kafka, Effect: Write, Via: ViaArg, Default: 10 * time.Second, DefaultWhy: "a kafka-go Writer gives an attempt 10s by default (WriteTimeout)"}},
	{Pkg: "...", Recv: "*", Names: "*", Shape: Shape{CtxFirst: true, ErrLast: true, Abstract: true, MaxParams: 1, FirstResult: segmentio + ".Message"}, Sink: Sink{Protocol: Kafka, Effect: Read, Via: ViaArg, Stream: true}},
}
