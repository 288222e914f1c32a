package catalog

// contextDerivers are std's own and those that wrap them.
var contextDerivers = []Deriver{
	{Pkg: "context", Names: "Background TODO", Kind: MakesRoot},
	{Pkg: "context", Names: "WithTimeout WithTimeoutCause WithDeadline WithDeadlineCause", Kind: Bounds},
	{Pkg: "context", Names: "WithCancel WithCancelCause WithValue", Kind: Keeps},
	{Pkg: "context", Names: "WithoutCancel", Kind: Detaches},
	{Pkg: "golang.org/x/net/context", Names: "Background TODO", Kind: MakesRoot},
	{Pkg: "golang.org/x/net/context", Names: "WithTimeout WithDeadline", Kind: Bounds},
	{Pkg: "golang.org/x/net/context", Names: "WithCancel WithValue", Kind: Keeps},
	{Pkg: "golang.org/x/sync/errgroup", Names: "WithContext", Kind: Ends},
	{Pkg: "os/signal", Names: "NotifyContext", Kind: Keeps},
	{Pkg: "github.com/benbjohnson/clock", Recv: "Clock Mock", Names: "WithTimeout WithDeadline", Kind: Bounds},
	{Pkg: "gopkg.in/tomb.v2", Names: "WithContext", Kind: Keeps},
	{Pkg: "go.mongodb.org/mongo-driver/vN/mongo", Names: "NewSessionContext", Kind: Keeps},
}

// traceDerivers put a span, a logger, metadata or an identity into a context; the deadline stays.
var traceDerivers = []Deriver{
	{Pkg: "go.opentelemetry.io/otel/trace", Recv: "Tracer", Names: "Start", Kind: Keeps},
	{Pkg: "go.opentelemetry.io/otel/trace", Names: "ContextWith*", Kind: Keeps},
	{Pkg: "go.opentelemetry.io/otel/baggage", Names: "ContextWith*", Kind: Keeps},
	{Pkg: "go.opentelemetry.io/otel/propagation", Recv: "TextMapPropagator TraceContext Baggage", Names: "Extract", Kind: Keeps},
	{Pkg: "go.opencensus.io/trace", Names: "StartSpan StartSpanWithRemoteParent NewContext", Kind: Keeps},
	{Pkg: "go.opencensus.io/tag", Names: "New NewContext", Kind: Keeps},
	{Pkg: "github.com/opentracing/opentracing-go", Names: "StartSpanFromContext StartSpanFromContextWithTracer ContextWithSpan", Kind: Keeps},
	{Pkg: "github.com/DataDog/dd-trace-go/v2/ddtrace/tracer", Names: "StartSpanFromContext ContextWithSpan", Kind: Keeps},
	{Pkg: "gopkg.in/DataDog/dd-trace-go.v1/ddtrace/tracer", Names: "StartSpanFromContext ContextWithSpan", Kind: Keeps},
	{Pkg: "github.com/newrelic/go-agent/vN/newrelic", Names: "NewContext", Kind: Keeps},
	{Pkg: "github.com/getsentry/sentry-go", Names: "SetHubOnContext", Kind: Keeps},
	{Pkg: "github.com/aws/aws-xray-sdk-go/vN/xray", Names: "BeginSegment BeginSubsegment", Kind: Keeps},
	{Pkg: "google.golang.org/grpc/metadata", Names: "NewIncomingContext NewOutgoingContext AppendToOutgoingContext", Kind: Keeps},
	{Pkg: "google.golang.org/grpc/peer", Names: "NewContext", Kind: Keeps},
	{Pkg: "google.golang.org/grpc", Names: "NewContextWithServerTransportStream", Kind: Keeps},
	{Pkg: "github.com/grpc-ecosystem/go-grpc-middleware/vN/metadata", Recv: "MD", Names: "ToIncoming ToOutgoing", Kind: Keeps},
	{Pkg: "github.com/grpc-ecosystem/go-grpc-middleware/vN/interceptors/logging", Names: "InjectFields", Kind: Keeps},
	{Pkg: "github.com/grpc-ecosystem/go-grpc-middleware/logging/zap/ctxzap", Names: "ToContext", Kind: Keeps},
	{Pkg: "connectrpc.com/connect", Names: "NewClientContext", Kind: Keeps},
	{Pkg: "github.com/twitchtv/twirp", Names: "WithHTTPRequestHeaders", Kind: Keeps},
	{Pkg: "github.com/twitchtv/twirp/ctxsetters", Names: "With*", Kind: Keeps},
	{Pkg: "github.com/go-kratos/kratos/vN/metadata", Names: "New*Context AppendToClientContext MergeToClientContext", Kind: Keeps},
	{Pkg: "github.com/micro/go-micro/vN/metadata", Names: "NewContext Set MergeContext", Kind: Keeps},
	{Pkg: "go-micro.dev/vN/metadata", Names: "NewContext Set MergeContext", Kind: Keeps},
	{Pkg: "github.com/go-logr/logr", Names: "NewContext NewContextWithSlogLogger", Kind: Keeps},
	{Pkg: "k8s.io/klog/vN", Names: "NewContext", Kind: Keeps},
	{Pkg: "sigs.k8s.io/controller-runtime/pkg/log", Names: "IntoContext", Kind: Keeps},
	{Pkg: "github.com/rs/zerolog", Recv: "Logger", Names: "WithContext", Kind: Keeps},
	{Pkg: "github.com/zeromicro/go-zero/core/logx", Names: "ContextWithFields WithFields", Kind: Keeps},
	{Pkg: "net/http/httptrace", Names: "WithClientTrace", Kind: Keeps},
	{Pkg: "runtime/pprof", Names: "WithLabels", Kind: Keeps},
	{Pkg: "runtime/trace", Names: "NewTask", Kind: Keeps},
	{Pkg: "github.com/coreos/go-oidc/vN/oidc", Names: "ClientContext InsecureIssuerURLContext", Kind: Keeps},
	{Pkg: "github.com/chromedp/chromedp", Names: "NewContext NewExecAllocator", Kind: Keeps},
}

// runtimeDerivers are those of this module's own runtime. Detach is meant: it comes with an end of its own.
var runtimeDerivers = []Deriver{
	{Pkg: "github.com/budgetlint/budgetlint/runtime/budget", Names: "Start Within Detach", Kind: Bounds},
	{Pkg: "github.com/budgetlint/budgetlint/runtime/budget", Names: "Reply", Kind: Keeps},
	{Pkg: "github.com/budgetlint/budgetlint/runtime/downstream", Names: "WithStream", Kind: Keeps},
	{Pkg: "github.com/budgetlint/budgetlint/runtime/pool", Names: "WithPriority", Kind: Keeps},
	{Pkg: "github.com/budgetlint/budgetlint/runtime/record", Names: "WithTraceID", Kind: Keeps},
}

// requestSources are the values that a server or a command line hands to its handlers. A gin or echo context is a
// context.Context of its own only where that is switched on, so the request's is named.
var requestSources = []Source{
	{Pkg: "net/http", Type: "Request", Expr: ".Context()", Request: true},
	{Pkg: "github.com/gin-gonic/gin", Type: "Context", Expr: ".Request.Context()", Request: true},
	{Pkg: "github.com/labstack/echo/vN", Type: "Context", Expr: ".Request().Context()", Request: true},
	{Pkg: "github.com/gofiber/fiber/v2", Type: "Ctx", Expr: ".UserContext()", Request: true},
	{Pkg: "github.com/gofiber/fiber/v3", Type: "Ctx", Expr: ".Context()", Request: true},
	{Pkg: "github.com/valyala/fasthttp", Type: "RequestCtx", Request: true},
	{Pkg: "github.com/emicklei/go-restful/vN", Type: "Request", Expr: ".Request.Context()", Request: true},
	{Pkg: "github.com/kataras/iris/vN/context", Type: "Context", Expr: ".Request().Context()", Request: true},
	{Pkg: "github.com/beego/beego/vN/server/web/context", Type: "Context", Expr: ".Request.Context()", Request: true},
	{Pkg: "github.com/astaxie/beego/context", Type: "Context", Expr: ".Request.Context()", Request: true},
	{Pkg: "github.com/gobuffalo/buffalo", Type: "Context", Request: true},
	{Pkg: "github.com/go-kratos/kratos/vN/transport/http", Type: "Context", Request: true},
	{Pkg: "github.com/pocketbase/pocketbase/core", Type: "RequestEvent", Expr: ".Request.Context()", Request: true},
	{Pkg: "github.com/danielgtaylor/huma/vN", Type: "Context", Expr: ".Context()", Request: true},
	{Pkg: "google.golang.org/grpc", Type: "ServerStream", Expr: ".Context()", Request: true},
	{Pkg: "github.com/graphql-go/graphql", Type: "ResolveParams", Expr: ".Context", Request: true},
	{Pkg: "github.com/urfave/cli/v2", Type: "Context", Expr: ".Context"},
	{Pkg: "github.com/spf13/cobra", Type: "Command", Expr: ".Context()"},
	{Pkg: "github.com/IBM/sarama", Type: "ConsumerGroupSession", Expr: ".Context()"},
	{Pkg: "github.com/Shopify/sarama", Type: "ConsumerGroupSession", Expr: ".Context()"},
}
