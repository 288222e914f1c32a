package catalog

// MongoDB. Connect only starts the monitors. A cursor's Next and All are covered by the Find that made it.
var mongoRows = []Row{
	{Pkg: mongoPkg, Recv: "Collection", Names: "Find FindOne Aggregate CountDocuments EstimatedDocumentCount Distinct",
		Sink: Sink{Protocol: Mongo, Effect: Read, Via: ViaArg, Limit: LimitSetter}},
	{Pkg: mongoPkg, Recv: "Collection",
		Names: "InsertOne InsertMany UpdateOne UpdateByID UpdateMany ReplaceOne DeleteOne DeleteMany FindOneAndUpdate FindOneAndReplace FindOneAndDelete BulkWrite Drop",
		Sink:  Sink{Protocol: Mongo, Effect: Write, Via: ViaArg, Limit: LimitSetter}},
	{Pkg: mongoPkg, Recv: "Collection Database Client", Names: "Watch", Sink: Sink{Protocol: Mongo, Effect: Read, Via: ViaArg, Stream: true}},
	{Pkg: mongoPkg, Recv: "Database", Names: "ListCollections ListCollectionNames ListCollectionSpecifications Aggregate",
		Sink: Sink{Protocol: Mongo, Effect: Read, Via: ViaArg, Limit: LimitSetter}},
	{Pkg: mongoPkg, Recv: "Database", Names: "RunCommand RunCommandCursor CreateCollection CreateView Drop",
		Sink: Sink{Protocol: Mongo, Effect: Write, Via: ViaArg, Limit: LimitSetter}},
	{Pkg: mongoPkg, Recv: "Client", Names: "Ping ListDatabases ListDatabaseNames", Sink: Sink{Protocol: Mongo, Effect: Read, Via: ViaArg, Limit: LimitSetter}},
	{Pkg: mongoPkg, Recv: "Client", Names: "BulkWrite", Sink: Sink{Protocol: Mongo, Effect: Write, Via: ViaArg, Limit: LimitSetter}},
	{Pkg: mongoPkg, Recv: "IndexView", Names: "List ListSpecifications", Sink: Sink{Protocol: Mongo, Effect: Read, Via: ViaArg, Limit: LimitSetter}},
	{Pkg: mongoPkg, Recv: "IndexView", Names: "CreateOne CreateMany DropOne DropAll", Sink: Sink{Protocol: Mongo, Effect: Write, Via: ViaArg, Limit: LimitSetter}},
	{Pkg: mongoPkg, Recv: "Session", Names: "CommitTransaction", Sink: Sink{Protocol: Mongo, Effect: Write, Via: ViaArg, Limit: LimitSetter}},
}

const (
	mongoPkg     = "go.mongodb.org/mongo-driver/vN/mongo"
	mongoOptions = "go.mongodb.org/mongo-driver/vN/mongo/options"
)

// SetTimeout is the only one that bounds an operation; server selection and connect limits do not.
var mongoSetters = []Setter{
	{Pkg: mongoOptions, Recv: "ClientOptions", Names: "SetTimeout", Bounds: true},
}
