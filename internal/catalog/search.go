package catalog

// Elasticsearch and OpenSearch. The functional API (es.Search(es.Search.WithContext(ctx), …)) calls a value of a named
// function type, so it is found by LookupType. Request builders of the typed API are bounded by Do's context.
var searchRows = []Row{
	{Pkg: esapi, Recv: "*Request", Names: "Do", Sink: Sink{Protocol: Search, Effect: Write, Via: ViaArg}},
	{Pkg: opensearchapi, Recv: "*Request", Names: "Do", Sink: Sink{Protocol: Search, Effect: Write, Via: ViaArg}},
	{Pkg: "github.com/elastic/go-elasticsearch/v8/typedapi/...", Recv: "*", Names: "Do Perform", Shape: Shape{CtxFirst: true, ErrLast: true}, Sink: Sink{Protocol: Search, Effect: Write, Via: ViaArg}},
	{Pkg: "github.com/elastic/go-elasticsearch/v9/typedapi/...", Recv: "*", Names: "Do Perform", Shape: Shape{CtxFirst: true, ErrLast: true}, Sink: Sink{Protocol: Search, Effect: Write, Via: ViaArg}},
	{Pkg: "github.com/elastic/go-elasticsearch/vN", Recv: "Client BaseClient", Names: "Perform", Sink: Sink{Protocol: Search, Effect: Write, Via: ViaRequest}},

	{Pkg: olivere, Recv: "SearchService GetService CountService MgetService MultiSearchService ExistsService", Names: "Do", Sink: Sink{Protocol: Search, Effect: Read, Via: ViaArg}},
	{Pkg: olivere, Recv: "*Service", Names: "Do", Sink: Sink{Protocol: Search, Effect: Write, Via: ViaArg}},
	{Pkg: "gopkg.in/olivere/elastic.v5", Recv: "SearchService GetService CountService ExistsService", Names: "Do", Sink: Sink{Protocol: Search, Effect: Read, Via: ViaArg}},
	{Pkg: "gopkg.in/olivere/elastic.v5", Recv: "*Service", Names: "Do", Sink: Sink{Protocol: Search, Effect: Write, Via: ViaArg}},
}

const (
	esapi         = "github.com/elastic/go-elasticsearch/vN/esapi"
	opensearchapi = "github.com/opensearch-project/opensearch-go/vN/opensearchapi"
	olivere       = "github.com/olivere/elastic/vN"
)

// searchTypes are the function types of the functional API: func(o ...func(*SearchRequest)) (*Response, error).
var searchTypes = []FuncType{
	{Pkg: esapi, FirstResult: "*github.com/elastic/go-elasticsearch/...esapi.Response", Sink: Sink{Protocol: Search, Via: ViaOption}},
	{Pkg: opensearchapi, FirstResult: "*github.com/opensearch-project/opensearch-go/...opensearchapi.Response", Sink: Sink{Protocol: Search, Via: ViaOption}},
}

var searchSetters = []Setter{
	{Pkg: esapi, Recv: "*", Names: "WithContext", Context: true},
	{Pkg: opensearchapi, Recv: "*", Names: "WithContext", Context: true},
}
