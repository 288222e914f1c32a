package catalog

import "time"

// Google Cloud. Generated clients are known by their call options (shapeRows); these are the hand-written ones on top,
// and the REST clients whose builders end in Do. Object writers and row iterators are covered by the call before them.
var gcpRows = []Row{
	{Pkg: "google.golang.org/api/...", Recv: "*Call", Names: "Do Download", Shape: Shape{ErrLast: true, LastParam: "google.golang.org/api/googleapi.CallOption"},
		Sink: Sink{Protocol: GCP, Effect: Write, Via: ViaReceiver}},
	{Pkg: "google.golang.org/api/...", Recv: "*Call", Names: "Pages", Sink: Sink{Protocol: GCP, Effect: Read, Via: ViaArg}},

	{Pkg: gcsPkg, Recv: "ObjectHandle BucketHandle", Names: "Attrs NewReader NewRangeReader Notifications", Sink: Sink{Protocol: GCP, Effect: Read, Via: ViaArg}},
	{Pkg: gcsPkg, Recv: "ObjectHandle BucketHandle", Names: "Create Delete Update Move Restore LockRetentionPolicy AddNotification DeleteNotification", Sink: Sink{Protocol: GCP, Effect: Write, Via: ViaArg}},
	{Pkg: gcsPkg, Recv: "Copier Composer", Names: "Run", Sink: Sink{Protocol: GCP, Effect: Write, Via: ViaArg}},
	{Pkg: gcsPkg, Recv: "ACLHandle", Names: "List", Sink: Sink{Protocol: GCP, Effect: Read, Via: ViaArg}},
	{Pkg: gcsPkg, Recv: "ACLHandle", Names: "Set Delete", Sink: Sink{Protocol: GCP, Effect: Write, Via: ViaArg}},

	{Pkg: "cloud.google.com/go/internal/pubsub", Recv: "PublishResult", Names: "Get", Sink: Sink{Protocol: GCP, Effect: Write, Via: ViaArg, Default: gaxTimeout, DefaultWhy: "a Pub/Sub publish gives up after 60s (PublishSettings.Timeout)"}},
	{Pkg: pubsubPkg, Recv: "Subscription Subscriber", Names: "Receive", Sink: Sink{Protocol: GCP, Effect: Read, Via: ViaArg, Stream: true}},
	{Pkg: "cloud.google.com/go/pubsub", Recv: "Topic Subscription", Names: "Exists Config", Sink: Sink{Protocol: GCP, Effect: Read, Via: ViaArg, Default: gaxTimeout, DefaultWhy: gaxWhy}},
	{Pkg: "cloud.google.com/go/pubsub", Recv: "Topic Subscription", Names: "Delete Update", Sink: Sink{Protocol: GCP, Effect: Write, Via: ViaArg, Default: gaxTimeout, DefaultWhy: gaxWhy}},
	{Pkg: "cloud.google.com/go/pubsub", Recv: "Client", Names: "CreateTopic CreateTopicWithConfig CreateSubscription", Sink: Sink{Protocol: GCP, Effect: Write, Via: ViaArg, Default: gaxTimeout, DefaultWhy: gaxWhy}},

	{Pkg: "cloud.google.com/go/firestore", Recv: "DocumentRef", Names: "Get", Sink: Sink{Protocol: GCP, Effect: Read, Via: ViaArg}},
	{Pkg: "cloud.google.com/go/firestore", Recv: "DocumentRef", Names: "Create Set Update Delete", Sink: Sink{Protocol: GCP, Effect: Write, Via: ViaArg}},
	{Pkg: "cloud.google.com/go/firestore", Recv: "CollectionRef", Names: "Add", Sink: Sink{Protocol: GCP, Effect: Write, Via: ViaArg}},
	{Pkg: "cloud.google.com/go/firestore", Recv: "Client", Names: "GetAll", Sink: Sink{Protocol: GCP, Effect: Read, Via: ViaArg}},
	{Pkg: "cloud.google.com/go/firestore", Recv: "Client", Names: "RunTransaction", Sink: Sink{Protocol: GCP, Effect: Write, Via: ViaArg}},
	{Pkg: "cloud.google.com/go/firestore", Recv: "WriteBatch", Names: "Commit", Sink: Sink{Protocol: GCP, Effect: Write, Via: ViaArg}},
	{Pkg: "cloud.google.com/go/datastore", Recv: "Client", Names: "Get GetMulti GetAll Count RunAggregationQuery", Sink: Sink{Protocol: GCP, Effect: Read, Via: ViaArg}},
	{Pkg: "cloud.google.com/go/datastore", Recv: "Client", Names: "Put PutMulti Delete DeleteMulti Mutate AllocateIDs RunInTransaction", Sink: Sink{Protocol: GCP, Effect: Write, Via: ViaArg}},
	{Pkg: "cloud.google.com/go/spanner", Recv: "Client", Names: "Apply ReadWriteTransaction PartitionedUpdate", Sink: Sink{Protocol: GCP, Effect: Write, Via: ViaArg}},
	{Pkg: "cloud.google.com/go/spanner", Recv: "txReadOnly", Names: "Query QueryWithStats QueryWithOptions Read ReadRow ReadUsingIndex ReadRowUsingIndex", Sink: Sink{Protocol: GCP, Effect: Read, Via: ViaArg}},
	{Pkg: "cloud.google.com/go/spanner", Recv: "ReadWriteTransaction", Names: "Update BatchUpdate", Sink: Sink{Protocol: GCP, Effect: Write, Via: ViaArg}},
	{Pkg: "cloud.google.com/go/bigquery", Recv: "Query Job", Names: "Read Wait Status", Sink: Sink{Protocol: GCP, Effect: Read, Via: ViaArg}},
	{Pkg: "cloud.google.com/go/bigquery", Recv: "Query Loader Copier Extractor", Names: "Run", Sink: Sink{Protocol: GCP, Effect: Write, Via: ViaArg}},
	{Pkg: "cloud.google.com/go/bigquery", Recv: "Inserter", Names: "Put", Sink: Sink{Protocol: GCP, Effect: Write, Via: ViaArg}},
	{Pkg: "cloud.google.com/go/bigquery", Recv: "Dataset Table", Names: "Create Delete Update", Sink: Sink{Protocol: GCP, Effect: Write, Via: ViaArg}},
	{Pkg: "cloud.google.com/go/bigquery", Recv: "Dataset Table", Names: "Metadata", Sink: Sink{Protocol: GCP, Effect: Read, Via: ViaArg}},

	// The default client of this package bounds dialling and keep-alive only.
	{Pkg: gceMetadata, Names: "Subscribe", Sink: Sink{Protocol: HTTP, Effect: Read, Twin: "+WithContext", Stream: true}},
	{Pkg: gceMetadata, Recv: "Client", Names: "Subscribe", Sink: Sink{Protocol: HTTP, Effect: Read, Twin: "+WithContext", Stream: true}},
	{Pkg: gceMetadata, Names: gceNames, Sink: Sink{Protocol: HTTP, Effect: Read, Twin: "+WithContext"}},
	{Pkg: gceMetadata, Recv: "Client", Names: gceNames, Sink: Sink{Protocol: HTTP, Effect: Read, Twin: "+WithContext"}},
	{Pkg: gceMetadata, Names: "*WithContext", Except: "SubscribeWithContext OnGCEWithContext", Sink: Sink{Protocol: HTTP, Effect: Read, Via: ViaArg}},
	{Pkg: gceMetadata, Recv: "Client", Names: "*WithContext", Except: "SubscribeWithContext OnGCEWithContext", Sink: Sink{Protocol: HTTP, Effect: Read, Via: ViaArg}},
}

const (
	gaxTimeout  = 60 * time.Second
	gaxWhy      = "generated Google clients carry a timeout per method, 60s for most"
	gcsPkg      = "cloud.google.com/go/storage"
	pubsubPkg   = "cloud.google.com/go/pubsub/vN"
	gceMetadata = "cloud.google.com/go/compute/metadata"
	gceNames    = "Get ProjectID NumericProjectID InternalIP ExternalIP Email Hostname InstanceTags InstanceID InstanceName Zone InstanceAttributes ProjectAttributes InstanceAttributeValue ProjectAttributeValue Scopes"
)

var gcpSetters = []Setter{
	{Pkg: "google.golang.org/api/...", Recv: "*Call", Names: "Context", Context: true},
}
