package catalog

import "time"

// NATS. Publish on a plain connection is buffered and waits for nobody; JetStream's waits for its acknowledgement.
var natsRows = []Row{
	{Pkg: natsPkg, Recv: "Conn", Names: "Request RequestMsg", Sink: Sink{Protocol: NATS, Effect: Write, Twin: "+WithContext", Limit: LimitArg}},
	{Pkg: natsPkg, Recv: "Conn EncodedConn", Names: "RequestWithContext RequestMsgWithContext", Sink: Sink{Protocol: NATS, Effect: Write, Via: ViaArg}},
	{Pkg: natsPkg, Recv: "EncodedConn", Names: "Request", Sink: Sink{Protocol: NATS, Effect: Write, Twin: "+WithContext", Limit: LimitArg}},
	{Pkg: natsPkg, Recv: "Conn", Names: "Flush", Sink: Sink{Protocol: NATS, Effect: Write, Twin: "+WithContext", Default: 10 * time.Second, DefaultWhy: "Flush gives up after 10s"}},
	{Pkg: natsPkg, Recv: "Conn", Names: "FlushTimeout", Sink: Sink{Protocol: NATS, Effect: Write, Twin: "FlushWithContext", Limit: LimitArg}},
	{Pkg: natsPkg, Recv: "Conn", Names: "FlushWithContext", Sink: Sink{Protocol: NATS, Effect: Write, Via: ViaArg}},
	{Pkg: natsPkg, Recv: "Subscription", Names: "NextMsg", Sink: Sink{Protocol: NATS, Effect: Read, Twin: "+WithContext", Limit: LimitArg, Stream: true}},
	{Pkg: natsPkg, Recv: "Subscription", Names: "NextMsgWithContext", Sink: Sink{Protocol: NATS, Effect: Read, Via: ViaArg, Stream: true}},
	{Pkg: natsPkg, Recv: "Subscription", Names: "Fetch FetchBatch", Sink: natsJS(Read)},
	{Pkg: natsPkg, Names: "Connect", Sink: Sink{Protocol: NATS, Dial: true, Default: 2 * time.Second, DefaultWhy: "nats.Connect gives up after 2s by default"}},

	{Pkg: natsPkg, Recv: "JetStream js", Names: "Publish PublishMsg", Sink: natsJS(Write)},
	{Pkg: natsPkg, Recv: "JetStreamManager js", Names: "StreamInfo ConsumerInfo AccountInfo GetMsg GetLastMsg StreamNameBySubject", Sink: natsJS(Read)},
	{Pkg: natsPkg, Recv: "JetStreamManager js", Names: "AddStream UpdateStream DeleteStream PurgeStream AddConsumer UpdateConsumer DeleteConsumer DeleteMsg", Sink: natsJS(Write)},
	{Pkg: natsPkg, Recv: "KeyValue", Names: "Get GetRevision Keys History Status", Sink: natsKV(Read)},
	{Pkg: natsPkg, Recv: "KeyValue", Names: "Put PutString Create Update Delete Purge", Sink: natsKV(Write)},

	{Pkg: jetstream, Recv: "Publisher", Names: "Publish PublishMsg", Sink: natsJS2(Write)},
	{Pkg: jetstream, Recv: "StreamManager StreamConsumerManager JetStream", Names: "Stream StreamNameBySubject Consumer AccountInfo", Sink: natsJS2(Read)},
	{Pkg: jetstream, Recv: "StreamManager StreamConsumerManager ConsumerManager Stream", Names: "Create* Update* Delete* Purge*", Sink: natsJS2(Write)},
	{Pkg: jetstream, Recv: "Stream ConsumerManager", Names: "Info GetMsg GetLastMsgForSubject Consumer", Sink: natsJS2(Read)},
	{Pkg: jetstream, Recv: "Consumer", Names: "Info", Sink: natsJS2(Read)},
	{Pkg: jetstream, Recv: "KeyValue", Names: "Get GetRevision Keys History Status", Sink: natsJS2(Read)},
	{Pkg: jetstream, Recv: "KeyValue", Names: "Put PutString Create Update Delete Purge", Sink: natsJS2(Write)},
	{Pkg: jetstream, Recv: "ObjectStore", Names: "Get GetBytes GetString GetInfo List Status", Sink: natsJS2(Read)},
	{Pkg: jetstream, Recv: "ObjectStore", Names: "Put PutBytes PutString Delete UpdateMeta", Sink: natsJS2(Write)},
}

const (
	natsPkg   = "github.com/nats-io/nats.go"
	jetstream = "github.com/nats-io/nats.go/jetstream"
	natsWhy   = "JetStream requests wait 5s by default"
)

// natsJS takes its context through the option nats.Context.
func natsJS(effect Effect) Sink {
	return Sink{Protocol: NATS, Effect: effect, Via: ViaOption, Default: 5 * time.Second, DefaultWhy: natsWhy}
}

func natsKV(effect Effect) Sink {
	return Sink{Protocol: NATS, Effect: effect, Default: 5 * time.Second, DefaultWhy: natsWhy}
}

func natsJS2(effect Effect) Sink {
	return Sink{Protocol: NATS, Effect: effect, Via: ViaArg, Default: 5 * time.Second, DefaultWhy: natsWhy}
}

var natsSetters = []Setter{
	{Pkg: natsPkg, Names: "Context", Context: true},
}
