package catalog

import "time"

// Hosted services, object stores, and infrastructure with its own API client.
var saasRows = []Row{
	{Pkg: "github.com/cloudflare/cloudflare-go", Recv: "API", Names: "*", Shape: Shape{CtxFirst: true, ErrLast: true}, Sink: Sink{Protocol: HTTP, Via: ViaArg}},
	{Pkg: "github.com/cloudflare/cloudflare-go/vN/...", Recv: "*Service", Names: "*", Except: "*AutoPaging", Shape: Shape{CtxFirst: true, ErrLast: true}, Sink: Sink{Protocol: HTTP, Via: ViaArg}},
	{Pkg: "github.com/openai/openai-go/vN/...", Recv: "*Service", Names: "*", Except: "*AutoPaging", Shape: Shape{CtxFirst: true, ErrLast: true}, Sink: Sink{Protocol: HTTP, Via: ViaArg}},
	{Pkg: "github.com/openai/openai-go/vN", Recv: "*Service", Names: "NewStreaming", Sink: Sink{Protocol: HTTP, Via: ViaArg, Stream: true}},
	{Pkg: "github.com/anthropics/anthropic-sdk-go", Recv: "*Service", Names: "NewStreaming", Sink: Sink{Protocol: HTTP, Via: ViaArg, Stream: true}},
	{Pkg: "github.com/anthropics/anthropic-sdk-go", Recv: "*Service", Names: "*", Except: "*AutoPaging", Shape: Shape{CtxFirst: true, ErrLast: true},
		Sink: Sink{Protocol: HTTP, Via: ViaArg, Default: 10 * time.Minute, DefaultWhy: "the Anthropic client gives up after 10 minutes by default"}},
	{Pkg: "github.com/sashabaranov/go-openai", Recv: "Client", Names: "*Stream", Sink: Sink{Protocol: HTTP, Via: ViaArg, Stream: true}},
	{Pkg: "github.com/sashabaranov/go-openai", Recv: "Client", Names: "*", Shape: Shape{CtxFirst: true, ErrLast: true}, Sink: Sink{Protocol: HTTP, Via: ViaArg}},
	{Pkg: "github.com/linode/linodego", Recv: "Client", Names: "WaitFor*", Sink: Sink{Protocol: HTTP, Effect: Read, Via: ViaArg, Stream: true}}, // polls, with a timeout of its own
	{Pkg: "github.com/linode/linodego", Recv: "Client", Names: "*", Shape: Shape{CtxFirst: true, ErrLast: true}, Sink: Sink{Protocol: HTTP, Via: ViaArg}},
	{Pkg: "github.com/digitalocean/godo", Recv: "*Service *ServiceOp", Names: "*", Shape: Shape{CtxFirst: true, ErrLast: true}, Sink: Sink{Protocol: HTTP, Via: ViaArg}},
	{Pkg: "github.com/digitalocean/godo", Recv: "Client", Names: "Do", Sink: Sink{Protocol: HTTP, Effect: Write, Via: ViaArg}},
	{Pkg: "github.com/joeig/go-powerdns/v3", Recv: "*Service", Names: "*", Shape: Shape{CtxFirst: true, ErrLast: true}, Sink: Sink{Protocol: HTTP, Via: ViaArg}},
	{Pkg: "github.com/dnsimple/dnsimple-go/dnsimple", Recv: "*Service", Names: "*", Shape: Shape{CtxFirst: true, ErrLast: true}, Sink: Sink{Protocol: HTTP, Via: ViaArg}},
	{Pkg: "gopkg.in/ns1/ns1-go.v2/rest", Recv: "*Service", Names: "Get List", Shape: Shape{ErrLast: true}, Sink: Sink{Protocol: HTTP, Effect: Read}},
	{Pkg: "gopkg.in/ns1/ns1-go.v2/rest", Recv: "*Service", Names: "Create Update Delete", Shape: Shape{ErrLast: true}, Sink: Sink{Protocol: HTTP, Effect: Write}},
	{Pkg: ovh, Recv: "Client", Names: "Get GetUnAuth Post PostUnAuth Put PutUnAuth Delete DeleteUnAuth CallAPI",
		Sink: Sink{Protocol: HTTP, Twin: "+WithContext", Default: 180 * time.Second, DefaultWhy: "go-ovh gives up after 180s by default"}},
	{Pkg: ovh, Recv: "Client", Names: "*WithContext", Sink: Sink{Protocol: HTTP, Via: ViaArg, Default: 180 * time.Second, DefaultWhy: "go-ovh gives up after 180s by default"}},
	{Pkg: "github.com/slack-go/slack", Recv: "Client", Names: "*Context", Shape: Shape{CtxFirst: true, ErrLast: true}, Sink: Sink{Protocol: HTTP, Via: ViaArg}},
	{Pkg: "github.com/slack-go/slack", Recv: "Client", Names: "PostMessage SendMessage UpdateMessage DeleteMessage GetUserInfo GetUsers GetConversations GetConversationInfo GetConversationHistory OpenView PublishView AuthTest", Sink: Sink{Protocol: HTTP, Twin: "+Context"}},

	{Pkg: minio, Recv: "Client", Names: "List* Listen*", Shape: Shape{CtxFirst: true}, Sink: Sink{Protocol: HTTP, Effect: Read, Via: ViaArg}},
	{Pkg: minio, Recv: "Client", Names: "BucketExists StatObject Get*", Shape: Shape{CtxFirst: true, ErrLast: true}, Sink: Sink{Protocol: HTTP, Effect: Read, Via: ViaArg}},
	{Pkg: minio, Recv: "Client", Names: "*", Except: "Presign* Presigned* Trace*", Shape: Shape{CtxFirst: true, ErrLast: true}, Sink: Sink{Protocol: HTTP, Effect: Write, Via: ViaArg}},

	{Pkg: "github.com/docker/docker/client", Recv: "*", Names: dockerStreams, Shape: Shape{CtxFirst: true}, Sink: dockerStream},
	{Pkg: "github.com/docker/docker/client", Recv: "Client *APIClient", Names: dockerReads + " *InspectWithRaw", Shape: Shape{CtxFirst: true, ErrLast: true}, Sink: Sink{Protocol: HTTP, Effect: Read, Via: ViaArg}},
	{Pkg: "github.com/docker/docker/client", Recv: "Client *APIClient", Names: "*", Shape: Shape{CtxFirst: true, ErrLast: true}, Sink: Sink{Protocol: HTTP, Via: ViaArg}},
	{Pkg: "github.com/moby/moby/client", Recv: "*", Names: dockerStreams, Shape: Shape{CtxFirst: true}, Sink: dockerStream},
	{Pkg: "github.com/moby/moby/client", Recv: "Client *APIClient", Names: dockerReads, Shape: Shape{CtxFirst: true, ErrLast: true}, Sink: Sink{Protocol: HTTP, Effect: Read, Via: ViaArg}},
	{Pkg: "github.com/moby/moby/client", Recv: "Client *APIClient", Names: "*", Shape: Shape{CtxFirst: true, ErrLast: true}, Sink: Sink{Protocol: HTTP, Via: ViaArg}},

	// vault.DefaultConfig sets 60s on the http client it makes.
	{Pkg: vault, Recv: "*", Names: "*WithContext", Shape: Shape{CtxFirst: true, ErrLast: true}, Sink: vaultSink(ViaArg, "")},
	{Pkg: vault, Recv: "Logical", Names: "JSONMergePatch", Sink: vaultSink(ViaArg, "")},
	{Pkg: vault, Recv: "KVv1 KVv2", Names: "*", Shape: Shape{CtxFirst: true, ErrLast: true}, Sink: vaultSink(ViaArg, "")},
	{Pkg: vault, Recv: "Logical", Names: "Read ReadWithData ReadRaw List Write WriteBytes Delete DeleteWithData Unwrap", Sink: vaultSink(ViaNone, "+WithContext")},

	// Consul: no timeout; the context is in QueryOptions.WithContext, an argument that is often nil.
	{Pkg: consul, Recv: "KV Catalog Health Session Agent Event ACL", Names: "*", Shape: Shape{ErrLast: true, LastParam: "*" + consul + ".QueryOptions"}, Sink: Sink{Protocol: HTTP, Effect: Read, Via: ViaOption}},
	{Pkg: consul, Recv: "KV Catalog Health Session Agent Event ACL", Names: "*", Shape: Shape{ErrLast: true, LastParam: "*" + consul + ".WriteOptions"}, Sink: Sink{Protocol: HTTP, Effect: Write, Via: ViaOption}},

	{Pkg: "github.com/prometheus/client_golang/api/prometheus/v1", Recv: "API", Names: "*", Shape: Shape{CtxFirst: true, ErrLast: true}, Sink: Sink{Protocol: HTTP, Via: ViaArg}},
	{Pkg: "github.com/hibiken/asynq", Recv: "Client", Names: "Enqueue", Sink: Sink{Protocol: Redis, Effect: Write, Twin: "+Context", Default: 5 * time.Second, DefaultWhy: "asynq uses go-redis, whose socket timeouts are 3s by default (5s in newer v9)"}},
	{Pkg: "github.com/hibiken/asynq", Recv: "Client", Names: "EnqueueContext", Sink: Sink{Protocol: Redis, Effect: Write, Via: ViaArg, Default: 5 * time.Second, DefaultWhy: "asynq uses go-redis, whose socket timeouts are 3s by default (5s in newer v9)"}},
}

const (
	ovh           = "github.com/ovh/go-ovh/ovh"
	minio         = "github.com/minio/minio-go/vN"
	vault         = "github.com/hashicorp/vault/api"
	consul        = "github.com/hashicorp/consul/api"
	dockerReads   = "*Inspect *List Info Ping ServerVersion DiskUsage ContainerTop ContainerDiff ContainerStatPath ImageHistory ImageSearch"
	dockerStreams = "Events ContainerAttach ContainerLogs ContainerStats ContainerWait ImagePull ImagePush ImageBuild ServiceLogs TaskLogs PluginInstall"
)

var dockerStream = Sink{Protocol: HTTP, Via: ViaArg, Stream: true}

func vaultSink(via Via, twin string) Sink {
	return Sink{Protocol: HTTP, Via: via, Twin: twin, Default: time.Minute, DefaultWhy: "vault clients give up after 60s by default"}
}

var saasSetters = []Setter{
	{Pkg: consul, Recv: "QueryOptions WriteOptions", Names: "WithContext", Context: true},
	{Pkg: vault, Recv: "Client", Names: "SetClientTimeout", Bounds: true},
}
