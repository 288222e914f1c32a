package catalog

import "time"

// Kubernetes. rest.Config.Timeout is 0 by default, so typed and dynamic clients wait as long as their context.
var k8sRows = []Row{
	{Pkg: "k8s.io/client-go/kubernetes/typed/...", Recv: "*", Names: "Watch", Sink: k8sWatch},
	{Pkg: "k8s.io/client-go/kubernetes/typed/...", Recv: "*", Names: "*", Shape: Shape{CtxFirst: true, ErrLast: true}, Sink: Sink{Protocol: K8s, Via: ViaArg}},
	{Pkg: "k8s.io/client-go/gentype", Recv: "*", Names: "Watch", Sink: k8sWatch},
	{Pkg: "k8s.io/client-go/gentype", Recv: "*", Names: "*", Shape: Shape{CtxFirst: true, ErrLast: true}, Sink: Sink{Protocol: K8s, Via: ViaArg}},
	{Pkg: "k8s.io/client-go/dynamic", Recv: "ResourceInterface dynamicResourceClient", Names: "Watch", Sink: k8sWatch},
	{Pkg: "k8s.io/client-go/dynamic", Recv: "ResourceInterface dynamicResourceClient", Names: "*", Shape: Shape{CtxFirst: true, ErrLast: true}, Sink: Sink{Protocol: K8s, Via: ViaArg}},
	{Pkg: "k8s.io/client-go/metadata", Recv: "ResourceInterface", Names: "Watch", Sink: k8sWatch},
	{Pkg: "k8s.io/client-go/metadata", Recv: "ResourceInterface", Names: "*", Shape: Shape{CtxFirst: true, ErrLast: true}, Sink: Sink{Protocol: K8s, Via: ViaArg}},
	// The verb is in the chain before it (Get, Post), so the effect is unknown here.
	{Pkg: "k8s.io/client-go/rest", Recv: "Request", Names: "Do DoRaw", Sink: Sink{Protocol: K8s, Effect: Write, Via: ViaArg}},
	{Pkg: "k8s.io/client-go/rest", Recv: "Request", Names: "Watch Stream", Sink: k8sWatch},

	// A manager's client answers reads from its cache; one made by client.New goes out. The type does not say which.
	{Pkg: ctrlClient, Recv: "Reader", Names: "Get List", Sink: Sink{Protocol: K8s, Effect: Read, Via: ViaArg, Default: time.Second, DefaultWhy: "a manager's client answers reads from its cache"}},
	{Pkg: ctrlClient, Recv: "Writer", Names: "Create Update Patch Delete DeleteAllOf Apply", Sink: Sink{Protocol: K8s, Effect: Write, Via: ViaArg}},
	{Pkg: ctrlClient, Recv: "SubResourceReader", Names: "Get", Sink: Sink{Protocol: K8s, Effect: Read, Via: ViaArg}},
	{Pkg: ctrlClient, Recv: "SubResourceWriter", Names: "Create Update Patch Apply", Sink: Sink{Protocol: K8s, Effect: Write, Via: ViaArg}},
	{Pkg: ctrlClient, Recv: "WithWatch", Names: "Watch", Sink: k8sWatch},
}

const ctrlClient = "sigs.k8s.io/controller-runtime/pkg/client"

var k8sWatch = Sink{Protocol: K8s, Effect: Read, Via: ViaArg, Stream: true}
