package catalog

// AWS. Neither SDK has a timeout of its own. Presigning, paginators' constructors and option functions stay here.
var awsRows = []Row{
	{Pkg: awsService, Recv: "Client", Names: "ReceiveMessage", // SQS long poll, ended by WaitTimeSeconds
		Sink: Sink{Protocol: AWS, Effect: Write, Via: ViaArg, Stream: true}},
	{Pkg: awsService, Recv: "Client", Names: "*", Shape: Shape{CtxFirst: true, ErrLast: true, LastParam: awsOptions},
		Sink: Sink{Protocol: AWS, Via: ViaArg}},
	{Pkg: awsService, Recv: "*Paginator", Names: "NextPage", Sink: Sink{Protocol: AWS, Effect: Read, Via: ViaArg}},
	{Pkg: awsService, Recv: "*Waiter", Names: "Wait WaitForOutput", Sink: Sink{Protocol: AWS, Effect: Read, Via: ViaArg, Limit: LimitArg}},
	{Pkg: awsManager, Recv: "Uploader", Names: "Upload", Sink: Sink{Protocol: AWS, Effect: Write, Via: ViaArg}},
	{Pkg: awsManager, Recv: "Downloader", Names: "Download", Sink: Sink{Protocol: AWS, Effect: Read, Via: ViaArg}},
	{Pkg: awsManager, Recv: "UploadAPIClient DownloadAPIClient", Names: "*", Shape: Shape{CtxFirst: true, ErrLast: true, LastParam: awsOptions},
		Sink: Sink{Protocol: AWS, Via: ViaArg}},

	{Pkg: awsV1, Recv: "*", Names: "ReceiveMessageWithContext", Sink: Sink{Protocol: AWS, Effect: Write, Via: ViaArg, Stream: true}},
	{Pkg: awsV1, Recv: "*", Names: "ReceiveMessage", Shape: awsV1Plain, Sink: Sink{Protocol: AWS, Effect: Write, Twin: "+WithContext", Stream: true}},
	{Pkg: awsV1, Recv: "*", Names: "*WithContext", Shape: Shape{CtxFirst: true, ErrLast: true}, Sink: Sink{Protocol: AWS, Via: ViaArg}},
	{Pkg: awsV1, Recv: "*", Names: "*", Shape: awsV1Plain, Sink: Sink{Protocol: AWS, Twin: "+WithContext"}},
	{Pkg: awsV1, Recv: "*", Names: "*Pages", Shape: Shape{ErrLast: true, MaxParams: 2}, Sink: Sink{Protocol: AWS, Effect: Read, Twin: "+WithContext"}},
	{Pkg: "github.com/aws/aws-sdk-go/service/s3/s3manager", Recv: "Uploader Downloader", Names: "Upload Download", Sink: Sink{Protocol: AWS, Twin: "+WithContext"}},
	{Pkg: "github.com/aws/aws-sdk-go/aws/request", Recv: "Request", Names: "Send", Sink: Sink{Protocol: AWS, Via: ViaReceiver}},
}

const (
	awsService = "github.com/aws/aws-sdk-go-v2/service/..."
	awsManager = "github.com/aws/aws-sdk-go-v2/feature/s3/manager"
	awsV1      = "github.com/aws/aws-sdk-go/service/..."
	// A user's interface that repeats some methods of an SDK client is known by their last parameter.
	awsOptions = "func(*github.com/aws/aws-sdk-go-v2/service/...Options)"
)

// awsV1Plain is GetObject(*s3.GetObjectInput) (*s3.GetObjectOutput, error).
var awsV1Plain = Shape{ErrLast: true, MaxParams: 1, LastParam: "*github.com/aws/aws-sdk-go/service/...Input"}

var awsSetters = []Setter{
	{Pkg: "github.com/aws/aws-sdk-go/aws/request", Recv: "Request", Names: "SetContext", Context: true},
	{Pkg: "github.com/aws/aws-sdk-go-v2/aws/transport/http", Recv: "BuildableClient", Names: "WithTimeout", Bounds: true},
}
