package catalog

// Azure. Every operation of an azcore client takes a context first; NewListPager and its like do not, and their
// NextPage does. azcore's transport has no overall timeout; retry tries have none by default (TryTimeout).
var azureRows = []Row{
	{Pkg: "github.com/Azure/azure-sdk-for-go/sdk/azidentity", Recv: "*Credential", Names: "GetToken", Sink: Sink{Protocol: Azure, Effect: Read, Via: ViaArg}},
	{Pkg: "github.com/Azure/azure-sdk-for-go/sdk/azcore/internal/exported", Recv: "TokenCredential", Names: "GetToken", Sink: Sink{Protocol: Azure, Effect: Read, Via: ViaArg}},
	{Pkg: "github.com/Azure/azure-sdk-for-go/sdk/azcore/runtime", Recv: "Pager", Names: "NextPage", Sink: Sink{Protocol: Azure, Effect: Read, Via: ViaArg}},
	{Pkg: "github.com/Azure/azure-sdk-for-go/sdk/azcore/runtime", Recv: "Poller", Names: "Poll Result", Sink: Sink{Protocol: Azure, Effect: Read, Via: ViaArg}},
	{Pkg: "github.com/Azure/azure-sdk-for-go/sdk/azcore/runtime", Recv: "Poller", Names: "PollUntilDone", Sink: Sink{Protocol: Azure, Effect: Read, Via: ViaArg, Stream: true}},
	{Pkg: "github.com/Azure/azure-sdk-for-go/sdk/azcore/...", Recv: "*", Names: "*", Sink: Sink{Protocol: NotASink}},
	{Pkg: "github.com/Azure/azure-sdk-for-go/sdk/...", Recv: "*Client Client", Names: "*", Shape: Shape{CtxFirst: true, ErrLast: true}, Sink: Sink{Protocol: Azure, Via: ViaArg}},
}
