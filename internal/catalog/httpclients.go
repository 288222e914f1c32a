package catalog

import "time"

// HTTP client libraries, and the auth and websocket libraries beside them.
var httpClientRows = []Row{
	{Pkg: resty, Recv: "Request", Names: "Get Head Options", Sink: Sink{Protocol: HTTP, Effect: Read, Via: ViaReceiver, Limit: LimitSetter}},
	{Pkg: resty, Recv: "Request", Names: "Post Put Patch Delete Send Execute", Sink: Sink{Protocol: HTTP, Effect: Write, Via: ViaReceiver, Limit: LimitSetter}},
	{Pkg: "resty.dev/v3", Recv: "Request", Names: "Get Head Options", Sink: Sink{Protocol: HTTP, Effect: Read, Via: ViaReceiver, Limit: LimitSetter}},
	{Pkg: "resty.dev/v3", Recv: "Request", Names: "Post Put Patch Delete Send Execute", Sink: Sink{Protocol: HTTP, Effect: Write, Via: ViaReceiver, Limit: LimitSetter}},

	// The wrapped client comes from cleanhttp, without timeout; four retries multiply what it waits.
	{Pkg: retryable, Recv: "Client", Names: "Do", Sink: Sink{Protocol: HTTP, Effect: Write, Via: ViaRequest, Limit: LimitSetter}},
	{Pkg: retryable, Recv: "Client", Names: "Get Head", Sink: Sink{Protocol: HTTP, Effect: Read, Limit: LimitSetter}},
	{Pkg: retryable, Recv: "Client", Names: "Post PostForm", Sink: Sink{Protocol: HTTP, Effect: Write, Limit: LimitSetter}},
	{Pkg: retryable, Names: "Get Head", Sink: Sink{Protocol: HTTP, Effect: Read}},
	{Pkg: retryable, Names: "Post PostForm", Sink: Sink{Protocol: HTTP, Effect: Write}},
	{Pkg: retryable, Recv: "RoundTripper", Names: "RoundTrip", Sink: Sink{Protocol: HTTP, Effect: Write, Via: ViaRequest}},
	{Pkg: retryable, Names: "NewRequest", Sink: Sink{Protocol: HTTP, Request: true, Twin: "NewRequestWithContext"}},
	{Pkg: retryable, Names: "NewRequestWithContext", Sink: Sink{Protocol: HTTP, Via: ViaArg, Request: true}},

	{Pkg: reqPkg, Recv: "Request", Names: "Get Head Options", Sink: Sink{Protocol: HTTP, Effect: Read, Via: ViaReceiver, Default: 2 * time.Minute, DefaultWhy: "req clients give up after 2 minutes by default"}},
	{Pkg: reqPkg, Recv: "Request", Names: "Post Put Patch Delete Send", Sink: Sink{Protocol: HTTP, Effect: Write, Via: ViaReceiver, Default: 2 * time.Minute, DefaultWhy: "req clients give up after 2 minutes by default"}},

	// fasthttp has no contexts; ReadTimeout and WriteTimeout are unlimited by default.
	{Pkg: fasthttp, Recv: "Client HostClient", Names: "Do DoRedirects", Sink: Sink{Protocol: HTTP, Effect: Write, Limit: LimitSetter}},
	{Pkg: fasthttp, Recv: "Client HostClient", Names: "Get", Sink: Sink{Protocol: HTTP, Effect: Read, Limit: LimitSetter}},
	{Pkg: fasthttp, Recv: "Client HostClient", Names: "Post", Sink: Sink{Protocol: HTTP, Effect: Write, Limit: LimitSetter}},
	{Pkg: fasthttp, Recv: "Client HostClient", Names: "GetTimeout", Sink: Sink{Protocol: HTTP, Effect: Read, Limit: LimitArg}},
	{Pkg: fasthttp, Recv: "Client HostClient PipelineClient LBClient", Names: "DoTimeout", Sink: Sink{Protocol: HTTP, Effect: Write, Limit: LimitArg}},
	{Pkg: fasthttp, Names: "Get", Sink: Sink{Protocol: HTTP, Effect: Read}},
	{Pkg: fasthttp, Names: "Do Post DoRedirects", Sink: Sink{Protocol: HTTP, Effect: Write}},
	{Pkg: fasthttp, Names: "GetTimeout", Sink: Sink{Protocol: HTTP, Effect: Read, Limit: LimitArg}},
	{Pkg: fasthttp, Names: "DoTimeout DialTimeout", Sink: Sink{Protocol: HTTP, Effect: Write, Limit: LimitArg}},

	{Pkg: "golang.org/x/oauth2", Recv: "Config", Names: "Exchange PasswordCredentialsToken DeviceAuth", Sink: Sink{Protocol: HTTP, Effect: Write, Via: ViaArg}},
	{Pkg: "golang.org/x/oauth2", Recv: "Config", Names: "DeviceAccessToken", Sink: Sink{Protocol: HTTP, Effect: Write, Via: ViaArg, Stream: true}}, // polls until the user has signed in
	{Pkg: "golang.org/x/oauth2/clientcredentials", Recv: "Config", Names: "Token", Sink: Sink{Protocol: HTTP, Effect: Read, Via: ViaArg}},
	{Pkg: oidc, Names: "NewProvider", Sink: Sink{Protocol: HTTP, Effect: Read, Via: ViaArg}},
	{Pkg: oidc, Recv: "Provider", Names: "UserInfo", Sink: Sink{Protocol: HTTP, Effect: Read, Via: ViaArg}},
	{Pkg: oidc, Recv: "IDTokenVerifier", Names: "Verify", Sink: Sink{Protocol: HTTP, Effect: Read, Via: ViaArg}}, // fetches keys

	{Pkg: gorillaWS, Recv: "Dialer", Names: "Dial", Sink: Sink{Protocol: HTTP, Twin: "DialContext", Dial: true, Stream: true}},
	{Pkg: gorillaWS, Recv: "Dialer", Names: "DialContext", Sink: Sink{Protocol: HTTP, Via: ViaArg, Dial: true, Stream: true}},
	{Pkg: "github.com/coder/websocket", Names: "Dial", Sink: Sink{Protocol: HTTP, Via: ViaArg, Dial: true, Stream: true}},
	{Pkg: "nhooyr.io/websocket", Names: "Dial", Sink: Sink{Protocol: HTTP, Via: ViaArg, Dial: true, Stream: true}},
}

const (
	resty     = "github.com/go-resty/resty/vN"
	retryable = "github.com/hashicorp/go-retryablehttp"
	reqPkg    = "github.com/imroc/req/v3"
	fasthttp  = "github.com/valyala/fasthttp"
	oidc      = "github.com/coreos/go-oidc/v3/oidc"
	gorillaWS = "github.com/gorilla/websocket"
)

var httpClientSetters = []Setter{
	{Pkg: resty, Recv: "Client", Names: "SetTimeout", Bounds: true},
	{Pkg: resty, Recv: "Request", Names: "SetContext", Context: true},
	{Pkg: "resty.dev/v3", Recv: "Client Request", Names: "SetTimeout", Bounds: true},
	{Pkg: "resty.dev/v3", Recv: "Client Request", Names: "SetContext", Context: true},
	{Pkg: retryable, Recv: "Request", Names: "WithContext", Context: true},
	{Pkg: reqPkg, Recv: "Client", Names: "SetTimeout", Bounds: true},
	{Pkg: reqPkg, Recv: "Request", Names: "SetContext", Context: true},
}

var httpClientMakers = []Maker{
	{Pkg: retryable, Names: "NewClient", Why: "retryablehttp clients have no timeout"},
	{Pkg: retryable, Recv: "Client", Names: "StandardClient", From: -1, Why: "retryablehttp clients have no timeout, and StandardClient sets none"},
	{Pkg: resty, Names: "New", Why: "resty clients have no timeout"},
	{Pkg: resty, Names: "NewWithClient", From: 1, Why: "a resty client has the limit of the http client it is given"},
	{Pkg: reqPkg, Names: "C NewClient", Limit: 2 * time.Minute, Why: "req clients give up after 2 minutes by default"},
}
