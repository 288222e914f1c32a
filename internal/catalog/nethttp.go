package catalog

// net/http. Body readers are no rows: the call's own bound covers them. ReverseProxy is none either: it passes the
// incoming request on, which is a stream for as long as the client stays.
var httpRows = []Row{
	{Pkg: "net/http", Recv: "Client", Names: "Do",
		Sink: Sink{Protocol: HTTP, Via: ViaRequest, Limit: LimitClient}},
	{Pkg: "net/http", Recv: "Client", Names: "Get Head",
		Sink: Sink{Protocol: HTTP, Effect: Read, Limit: LimitClient}},
	{Pkg: "net/http", Recv: "Client", Names: "Post PostForm",
		Sink: Sink{Protocol: HTTP, Effect: Write, Limit: LimitClient}},
	{Pkg: "net/http", Names: "Get Head", Sink: Sink{Protocol: HTTP, Effect: Read, Limit: LimitDefault}},
	{Pkg: "net/http", Names: "Post PostForm", Sink: Sink{Protocol: HTTP, Effect: Write, Limit: LimitDefault}},
	{Pkg: "net/http", Names: "NewRequest",
		Sink: Sink{Protocol: HTTP, Request: true, Twin: "NewRequestWithContext"}},
	{Pkg: "net/http", Names: "NewRequestWithContext",
		Sink: Sink{Protocol: HTTP, Via: ViaArg, Request: true}},
	// A transport has no overall limit: dial, TLS and header timeouts do not bound the body.
	{Pkg: "net/http", Recv: "Transport RoundTripper", Names: "RoundTrip",
		Sink: Sink{Protocol: HTTP, Via: ViaRequest}},

	{Pkg: "golang.org/x/net/context/ctxhttp", Names: "Do", Sink: Sink{Protocol: HTTP, Via: ViaArg}},
	{Pkg: "golang.org/x/net/context/ctxhttp", Names: "Get Head", Sink: Sink{Protocol: HTTP, Effect: Read, Via: ViaArg}},
	{Pkg: "golang.org/x/net/context/ctxhttp", Names: "Post PostForm", Sink: Sink{Protocol: HTTP, Effect: Write, Via: ViaArg}},
	{Pkg: otelhttp, Names: "Get Head", Sink: Sink{Protocol: HTTP, Effect: Read, Via: ViaArg}},
	{Pkg: otelhttp, Names: "Post PostForm", Sink: Sink{Protocol: HTTP, Effect: Write, Via: ViaArg}},
}

const otelhttp = "go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"

var httpMakers = []Maker{
	{Pkg: "github.com/hashicorp/go-cleanhttp", Names: "DefaultClient DefaultPooledClient",
		Why: "cleanhttp clients have no overall timeout"},
	{Pkg: "golang.org/x/oauth2", Names: "NewClient",
		Why: "oauth2.NewClient sets no timeout: it takes over only the transport of the context's client"},
	{Pkg: "golang.org/x/oauth2", Recv: "Config", Names: "Client",
		Why: "oauth2 clients have no timeout"},
	{Pkg: "golang.org/x/oauth2/clientcredentials", Recv: "Config", Names: "Client",
		Why: "oauth2 clients have no timeout"},
	{Pkg: "golang.org/x/oauth2/jwt", Recv: "Config", Names: "Client",
		Why: "oauth2 clients have no timeout"},
	{Pkg: "golang.org/x/oauth2/google", Names: "DefaultClient",
		Why: "google.DefaultClient is an oauth2 client, without timeout"},
}

var httpSetters = []Setter{
	{Pkg: "net/http", Recv: "Request", Names: "WithContext Clone", Context: true},
	{Pkg: "net/http", Names: "TimeoutHandler", Bounds: true},
}
