package catalog

import "time"

// Kafka and AMQP. Consuming waits for messages, so it is a stream; producing and administration are not.
var kafkaRows = []Row{
	{Pkg: segmentio, Recv: "Writer", Names: "WriteMessages", Sink: Sink{Protocol: Kafka, Effect: Write, Via: ViaArg, Default: 10 * time.Second, DefaultWhy: "a kafka-go Writer gives an attempt 10s by default (WriteTimeout)"}},
	{Pkg: segmentio, Recv: "Reader", Names: "ReadMessage FetchMessage", Sink: Sink{Protocol: Kafka, Effect: Read, Via: ViaArg, Stream: true}},
	{Pkg: segmentio, Recv: "Reader", Names: "CommitMessages", Sink: Sink{Protocol: Kafka, Effect: Write, Via: ViaArg, Default: 5 * time.Second, DefaultWhy: "kafka-go's coordinator calls end after 5s by default"}},
	{Pkg: segmentio, Recv: "Reader", Names: "ReadLag SetOffsetAt", Sink: Sink{Protocol: Kafka, Effect: Read, Via: ViaArg}},
	{Pkg: segmentio, Recv: "Client", Names: "Metadata FindCoordinator ConsumerOffsets *Fetch", Sink: Sink{Protocol: Kafka, Effect: Read, Via: ViaArg, Limit: LimitSetter}},
	{Pkg: segmentio, Recv: "Client", Names: "*", Shape: Shape{CtxFirst: true, ErrLast: true}, Sink: Sink{Protocol: Kafka, Via: ViaArg, Limit: LimitSetter}},
	{Pkg: segmentio, Recv: "ConsumerGroup", Names: "Next", Sink: Sink{Protocol: Kafka, Effect: Read, Via: ViaArg, Stream: true}},
	{Pkg: segmentio, Recv: "Dialer", Names: "DialContext DialLeader DialPartition LookupLeader LookupPartition LookupPartitions", Sink: Sink{Protocol: Kafka, Via: ViaArg, Limit: LimitDialer, Dial: true}},
	{Pkg: segmentio, Recv: "Dialer", Names: "Dial", Sink: Sink{Protocol: Kafka, Twin: "DialContext", Limit: LimitDialer, Dial: true}},
	{Pkg: segmentio, Names: "Dial", Sink: Sink{Protocol: Kafka, Twin: "DialContext", Dial: true, Default: 10 * time.Second, DefaultWhy: kafkaDialWhy}},
	{Pkg: segmentio, Names: "DialContext DialLeader DialPartition LookupPartition LookupPartitions", Sink: Sink{Protocol: Kafka, Via: ViaArg, Dial: true, Default: 10 * time.Second, DefaultWhy: kafkaDialWhy}},
	{Pkg: segmentio, Recv: "Conn", Names: "Brokers Controller ReadPartitions ReadOffset ReadFirstOffset ReadLastOffset ReadOffsets ApiVersions", Sink: Sink{Protocol: Kafka, Effect: Read, Limit: LimitDeadline}},
	{Pkg: segmentio, Recv: "Conn", Names: "WriteMessages WriteCompressedMessages CreateTopics DeleteTopics", Sink: Sink{Protocol: Kafka, Effect: Write, Limit: LimitDeadline}},

	{Pkg: sarama, Recv: "SyncProducer", Names: "SendMessage SendMessages CommitTxn AbortTxn", Sink: saramaSink(Write)},
	// Its channel takes no message while the producer's buffers are full.
	{Pkg: sarama, Recv: "AsyncProducer", Names: "Input", Sink: saramaSink(Write)},
	{Pkg: sarama, Recv: "ConsumerGroup", Names: "Consume", Sink: Sink{Protocol: Kafka, Effect: Read, Via: ViaArg, Stream: true}},
	{Pkg: sarama, Recv: "ClusterAdmin", Names: "List* Describe*", Sink: saramaSink(Read)},
	{Pkg: sarama, Recv: "ClusterAdmin", Names: "Create* Delete* Alter* IncrementalAlterConfig ElectLeaders Remove* Upsert*", Sink: saramaSink(Write)},
	// Topics, Partitions, Leader and the like are answered from the metadata that the client keeps.
	{Pkg: sarama, Recv: "Client", Names: "GetOffset RefreshMetadata RefreshBrokers RefreshController RefreshCoordinator", Sink: saramaSink(Read)},

	{Pkg: confluent, Recv: "Producer Consumer AdminClient", Names: "GetMetadata", Sink: confluentMillis},
	{Pkg: confluent, Recv: "Consumer", Names: "QueryWatermarkOffsets OffsetsForTimes Committed", Sink: confluentMillis},
	{Pkg: confluent, Recv: "Consumer", Names: "ReadMessage Poll", Sink: Sink{Protocol: Kafka, Effect: Read, Stream: true}},
	{Pkg: confluent, Recv: "AdminClient", Names: "*", Shape: Shape{CtxFirst: true, ErrLast: true}, Sink: Sink{Protocol: Kafka, Via: ViaArg, Default: time.Minute, DefaultWhy: "librdkafka's request timeout is 60s by default (socket.timeout.ms)"}},
	{Pkg: confluent, Recv: "Producer", Names: "InitTransactions CommitTransaction AbortTransaction SendOffsetsToTransaction", Sink: Sink{Protocol: Kafka, Effect: Write, Via: ViaArg}},

	// The library does not honour the context of PublishWithContext either; a dead peer is found by heartbeats.
	{Pkg: amqp, Recv: "Channel", Names: "Publish PublishWithDeferredConfirm", Sink: Sink{Protocol: AMQP, Effect: Write, Twin: "+WithContext", Default: 10 * time.Second, DefaultWhy: amqpWhy}},
	{Pkg: amqp, Recv: "Channel", Names: "PublishWithContext PublishWithDeferredConfirmWithContext", Sink: Sink{Protocol: AMQP, Effect: Write, Via: ViaArg, Default: 10 * time.Second, DefaultWhy: amqpWhy}},
	{Pkg: amqp, Recv: "Channel", Names: "Get", Sink: Sink{Protocol: AMQP, Effect: Write, Default: 10 * time.Second, DefaultWhy: amqpWhy}},
	{Pkg: amqp, Recv: "Channel", Names: "ConsumeWithContext", Sink: Sink{Protocol: AMQP, Effect: Read, Via: ViaArg, Stream: true}},
	{Pkg: amqpOld, Recv: "Channel", Names: "Publish Get", Sink: Sink{Protocol: AMQP, Effect: Write, Default: 10 * time.Second, DefaultWhy: amqpWhy}},
	{Pkg: amqpOld, Names: "Dial DialTLS", Sink: Sink{Protocol: AMQP, Dial: true, Default: 30 * time.Second, DefaultWhy: "amqp gives connecting 30s by default"}},
	{Pkg: amqp, Names: "Dial DialTLS", Sink: Sink{Protocol: AMQP, Dial: true, Default: 30 * time.Second, DefaultWhy: "amqp091 gives connecting 30s by default"}},
}

var confluentMillis = Sink{Protocol: Kafka, Effect: Read, Default: time.Minute, DefaultWhy: "it takes its timeout as an int of milliseconds"}

func saramaSink(effect Effect) Sink {
	return Sink{Protocol: Kafka, Effect: effect, Default: 30 * time.Second, DefaultWhy: "sarama's socket timeouts are 30s by default (Net.ReadTimeout)"}
}

const (
	segmentio    = "github.com/segmentio/kafka-go"
	kafkaDialWhy = "kafka-go's DefaultDialer gives up after 10s"
	sarama       = "github.com/IBM/sarama"
	saramaOld    = "github.com/Shopify/sarama"
	confluent    = "github.com/confluentinc/confluent-kafka-go/vN/kafka"
	amqp         = "github.com/rabbitmq/amqp091-go"
	amqpOld      = "github.com/streadway/amqp"
	amqpWhy      = "amqp091 heartbeats end a dead connection after 10s by default"
)
