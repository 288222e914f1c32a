package catalog

import "time"

// Service frameworks. Their generated stubs mostly end in one of these calls.
var frameworkRows = []Row{
	{Pkg: "go-micro.dev/vN/client", Recv: "Client", Names: "Call", Sink: microCall},
	{Pkg: "go-micro.dev/vN/client", Names: "Call", Sink: microCall},
	{Pkg: "go-micro.dev/vN/client", Recv: "Client", Names: "Stream", Sink: microStream},
	{Pkg: "go-micro.dev/vN/client", Names: "NewStream", Sink: microStream},
	{Pkg: "github.com/micro/go-micro/vN/client", Recv: "Client", Names: "Call", Sink: microCall},
	{Pkg: "github.com/micro/go-micro/vN/client", Recv: "Client", Names: "Stream", Sink: microStream},

	// kitex sets no RPC timeout unless client.WithRPCTimeout is given.
	{Pkg: "github.com/cloudwego/kitex/client", Recv: "Client", Names: "Call", Sink: Sink{Protocol: RPC, Effect: Write, Via: ViaArg, Limit: LimitConn}},

	// Its http client is http.DefaultClient.
	{Pkg: "github.com/zeromicro/go-zero/rest/httpc", Names: "Do", Sink: Sink{Protocol: HTTP, Effect: Write, Via: ViaArg}},
	{Pkg: "github.com/zeromicro/go-zero/rest/httpc", Names: "DoRequest", Sink: Sink{Protocol: HTTP, Effect: Write, Via: ViaRequest}},
	{Pkg: "github.com/zeromicro/go-zero/rest/httpc", Recv: "Service", Names: "Do", Sink: Sink{Protocol: HTTP, Effect: Write, Via: ViaArg}},
	{Pkg: "github.com/zeromicro/go-zero/rest/httpc", Recv: "Service", Names: "DoRequest", Sink: Sink{Protocol: HTTP, Effect: Write, Via: ViaRequest}},

	{Pkg: kratosHTTP, Recv: "Client", Names: "Invoke", Sink: Sink{Protocol: HTTP, Effect: Write, Via: ViaArg, Default: 2 * time.Second, DefaultWhy: kratosWhy}},
	{Pkg: kratosHTTP, Recv: "Client", Names: "Do", Sink: Sink{Protocol: HTTP, Effect: Write, Via: ViaRequest, Default: 2 * time.Second, DefaultWhy: kratosWhy}},
}

const (
	kratosHTTP = "github.com/go-kratos/kratos/vN/transport/http"
	kratosWhy  = "kratos clients give up after 2s by default"
)

var (
	microStub   = Sink{Protocol: RPC, Via: ViaArg, Default: 5 * time.Second, DefaultWhy: "go-micro requests time out after 5s by default"}
	microCall   = Sink{Protocol: RPC, Effect: Write, Via: ViaArg, Default: 5 * time.Second, DefaultWhy: "go-micro requests time out after 5s by default"}
	microStream = Sink{Protocol: RPC, Effect: Write, Via: ViaArg, Stream: true}
)

var frameworkMakers = []Maker{
	{Pkg: kratosHTTP, Names: "NewClient", Limit: 2 * time.Second, Why: kratosWhy},
	{Pkg: "github.com/go-kratos/kratos/vN/transport/grpc", Names: "Dial DialInsecure", Limit: 2 * time.Second, Why: kratosWhy},
	{Pkg: "github.com/zeromicro/go-zero/zrpc", Names: "MustNewClient NewClient", Limit: 2 * time.Second, Why: "go-zero zrpc clients give up after 2s by default (RpcClientConf.Timeout)"},
}

var frameworkSetters = []Setter{
	{Pkg: "github.com/cloudwego/kitex/client", Names: "WithRPCTimeout", Bounds: true},
	{Pkg: kratosHTTP, Names: "WithTimeout", Bounds: true},
	{Pkg: "github.com/go-kratos/kratos/vN/transport/grpc", Names: "WithTimeout", Bounds: true},
	{Pkg: "github.com/zeromicro/go-zero/zrpc", Names: "WithCallTimeout", Bounds: true},
	{Pkg: "go-micro.dev/vN/client", Names: "RequestTimeout WithRequestTimeout", Bounds: true},
}
