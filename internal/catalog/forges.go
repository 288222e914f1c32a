package catalog

// Code forges. None of these clients has a timeout of its own.
var forgeRows = []Row{
	{Pkg: "github.com/google/go-github/vN/github", Recv: "*Service", Names: "*", Shape: Shape{CtxFirst: true, ErrLast: true}, Sink: Sink{Protocol: HTTP, Via: ViaArg}},
	{Pkg: "github.com/google/go-github/vN/github", Recv: "Client", Names: "RateLimits", Shape: Shape{CtxFirst: true}, Sink: Sink{Protocol: HTTP, Via: ViaArg}},
	{Pkg: "github.com/google/go-github/vN/github", Recv: "Client", Names: "Do BareDo", Sink: Sink{Protocol: HTTP, Effect: Write, Via: ViaRequest}},
	{Pkg: "github.com/shurcooL/githubv4", Recv: "Client", Names: "Query", Sink: Sink{Protocol: HTTP, Effect: Read, Via: ViaArg}},
	{Pkg: "github.com/shurcooL/githubv4", Recv: "Client", Names: "Mutate", Sink: Sink{Protocol: HTTP, Effect: Write, Via: ViaArg}},
	{Pkg: "github.com/shurcooL/graphql", Recv: "Client", Names: "Query", Sink: Sink{Protocol: HTTP, Effect: Read, Via: ViaArg}},
	{Pkg: "github.com/shurcooL/graphql", Recv: "Client", Names: "Mutate", Sink: Sink{Protocol: HTTP, Effect: Write, Via: ViaArg}},

	// The gh client: ClientOptions.Timeout is 0 unless set. Get, Post and the like have no context form, Do has.
	{Pkg: ghAPI, Recv: "GraphQLClient RESTClient", Names: "Do Query Mutate Request", Sink: Sink{Protocol: HTTP, Twin: "+WithContext", Limit: LimitSetter}},
	{Pkg: ghAPI, Recv: "GraphQLClient RESTClient", Names: "DoWithContext QueryWithContext MutateWithContext RequestWithContext", Sink: Sink{Protocol: HTTP, Via: ViaArg, Limit: LimitSetter}},
	{Pkg: ghAPI, Recv: "RESTClient", Names: "Get", Sink: Sink{Protocol: HTTP, Effect: Read, Limit: LimitSetter}},
	{Pkg: ghAPI, Recv: "RESTClient", Names: "Post Put Patch Delete", Sink: Sink{Protocol: HTTP, Effect: Write, Limit: LimitSetter}},

	// GitLab takes its context as an option: gitlab.WithContext(ctx).
	{Pkg: gitlab, Recv: "*", Names: "*", Shape: Shape{ErrLast: true, LastParam: gitlabOption}, Sink: Sink{Protocol: HTTP, Via: ViaOption}},
	{Pkg: "github.com/xanzy/go-gitlab", Recv: "*", Names: "*", Except: "NewRequest", Shape: Shape{ErrLast: true, LastParam: "github.com/xanzy/go-gitlab.RequestOptionFunc"}, Sink: Sink{Protocol: HTTP, Via: ViaOption}},

	// Gitea and Forgejo keep one context in the client (SetContext).
	{Pkg: gitea, Recv: "Client", Names: gitForgeNames, Except: gitForgeExcept, Shape: Shape{ErrLast: true}, Sink: Sink{Protocol: HTTP, Via: ViaReceiver}},
	{Pkg: forgejo, Recv: "Client", Names: gitForgeNames, Except: gitForgeExcept, Shape: Shape{ErrLast: true}, Sink: Sink{Protocol: HTTP, Via: ViaReceiver}},
}

const (
	ghAPI          = "github.com/cli/go-gh/v2/pkg/api"
	gitlab         = "gitlab.com/gitlab-org/api/client-go/vN"
	gitlabOption   = "gitlab.com/gitlab-org/api/client-go...RequestOptionFunc"
	gitea          = "code.gitea.io/sdk/gitea"
	forgejo        = "codeberg.org/mvdkleijn/forgejo-sdk/forgejo/vN"
	gitForgeNames  = "Get* List* Search* Create* Edit* Delete* Update* Add* Remove* Merge* Migrate* Star* UnStar* Watch* UnWatch* Is* ServerVersion Dispatch*"
	gitForgeExcept = "AddAuth*"
)

var forgeSetters = []Setter{
	{Pkg: gitlab, Names: "WithContext", Context: true},
	{Pkg: "github.com/xanzy/go-gitlab", Names: "WithContext", Context: true},
	{Pkg: gitea, Recv: "Client", Names: "SetContext", Context: true},
	{Pkg: gitea, Names: "SetContext", Context: true},
	{Pkg: forgejo, Recv: "Client", Names: "SetContext", Context: true},
	{Pkg: forgejo, Names: "SetContext", Context: true},
}
