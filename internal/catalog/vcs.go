package catalog

// Version control and registries of images. go-git and go-containerregistry send over http.DefaultTransport, without a
// limit of their own.
var vcsRows = []Row{
	{Pkg: goGit, Recv: "Repository Remote", Names: "Fetch Push", Sink: Sink{Protocol: HTTP, Effect: Write, Twin: "+Context"}},
	{Pkg: goGit, Recv: "Repository Remote", Names: "FetchContext PushContext", Sink: Sink{Protocol: HTTP, Effect: Write, Via: ViaArg}},
	{Pkg: goGit, Recv: "Remote", Names: "List", Sink: Sink{Protocol: HTTP, Effect: Read, Twin: "+Context"}},
	{Pkg: goGit, Recv: "Remote", Names: "ListContext", Sink: Sink{Protocol: HTTP, Effect: Read, Via: ViaArg}},
	{Pkg: goGit, Recv: "Worktree", Names: "Pull", Sink: Sink{Protocol: HTTP, Effect: Write, Twin: "+Context"}},
	{Pkg: goGit, Recv: "Worktree", Names: "PullContext", Sink: Sink{Protocol: HTTP, Effect: Write, Via: ViaArg}},
	{Pkg: goGit, Names: "PlainCloneContext CloneContext", Sink: Sink{Protocol: HTTP, Effect: Write, Via: ViaArg}},

	// The context is an option: remote.WithContext(ctx).
	{Pkg: ociRemote, Names: "Get Head Image Index Layer List CatalogPage", Shape: Shape{ErrLast: true, LastParam: ociOption}, Sink: Sink{Protocol: HTTP, Effect: Read, Via: ViaOption}},
	{Pkg: ociRemote, Names: "Write WriteIndex WriteLayer Tag Put Delete MultiWrite", Shape: Shape{ErrLast: true, LastParam: ociOption}, Sink: Sink{Protocol: HTTP, Effect: Write, Via: ViaOption}},
	{Pkg: ociRemote, Names: "Catalog", Sink: Sink{Protocol: HTTP, Effect: Read, Via: ViaArg}},

	{Pkg: "github.com/microsoft/azure-devops-go-api/azuredevops/vN/...", Recv: "Client ClientImpl", Names: "*", Shape: Shape{CtxFirst: true, ErrLast: true}, Sink: Sink{Protocol: HTTP, Via: ViaArg}},
}

const (
	goGit     = "github.com/go-git/go-git/vN"
	ociRemote = "github.com/google/go-containerregistry/pkg/v1/remote"
	ociOption = ociRemote + ".Option"
)

var vcsSetters = []Setter{
	{Pkg: ociRemote, Names: "WithContext", Context: true},
}
