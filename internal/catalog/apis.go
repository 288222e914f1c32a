package catalog

import "time"

// More hosted services, and databases that are spoken to over HTTP.
var apiRows = []Row{
	{Pkg: "github.com/Khan/genqlient/graphql", Recv: "Client", Names: "MakeRequest", Sink: Sink{Protocol: HTTP, Effect: Write, Via: ViaArg}},
	{Pkg: "github.com/DataDog/datadog-api-client-go/vN/...", Recv: "*Api", Names: "*", Shape: Shape{CtxFirst: true, ErrLast: true}, Sink: Sink{Protocol: HTTP, Via: ViaArg}},
	{Pkg: sendgrid, Recv: "Client", Names: "Send", Sink: Sink{Protocol: HTTP, Effect: Write, Twin: "+WithContext"}},
	{Pkg: sendgrid, Recv: "Client", Names: "SendWithContext", Sink: Sink{Protocol: HTTP, Effect: Write, Via: ViaArg}},

	{Pkg: influx, Recv: "QueryAPI", Names: "Query QueryRaw QueryWithParams QueryRawWithParams", Sink: influxSink(Read)},
	{Pkg: influx, Recv: "WriteAPIBlocking", Names: "WritePoint WriteRecord Flush", Sink: influxSink(Write)},
	{Pkg: clickhouse, Recv: "Conn", Names: "Query QueryRow Select Ping", Sink: clickhouseSink(Read)},
	{Pkg: clickhouse, Recv: "Conn", Names: "Exec PrepareBatch AsyncInsert", Sink: clickhouseSink(Write)},

	// Calls whose context has no deadline get one of 10s; Get of a run waits until the workflow is done.
	{Pkg: "go.temporal.io/sdk/client", Recv: "Client", Names: "*", Shape: Shape{CtxFirst: true, ErrLast: true},
		Sink: Sink{Protocol: GRPC, Via: ViaArg, Default: 10 * time.Second, DefaultWhy: "temporal gives each call 10s by default"}},
	{Pkg: "go.temporal.io/sdk/internal", Recv: "WorkflowRun", Names: "Get GetWithOptions", Sink: Sink{Protocol: GRPC, Effect: Read, Via: ViaArg, Stream: true}},
}

const (
	sendgrid   = "github.com/sendgrid/sendgrid-go"
	influx     = "github.com/influxdata/influxdb-client-go/v2/api"
	clickhouse = "github.com/ClickHouse/clickhouse-go/vN/lib/driver"
)

func influxSink(e Effect) Sink {
	return Sink{Protocol: HTTP, Effect: e, Via: ViaArg, Default: 20 * time.Second, DefaultWhy: "the InfluxDB client gives up after 20s by default"}
}

func clickhouseSink(e Effect) Sink {
	return Sink{Protocol: SQL, Effect: e, Via: ViaArg, Default: 5 * time.Minute, DefaultWhy: "clickhouse-go gives each read 5 minutes by default"}
}
