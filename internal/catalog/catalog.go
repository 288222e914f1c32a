// Package catalog says which library functions call downstream, and how a context or a timeout reaches each call.
// It is data: one file per ecosystem, rows that are matched by resolved package, receiver type and function, never by
// a bare method name. It holds no analysis; what a row means for a rule is decided by the model passes.
package catalog

import "time"

// Protocol is what a call speaks, as users name it.
type Protocol string

const (
	HTTP   Protocol = "http"
	GRPC   Protocol = "grpc"
	RPC    Protocol = "rpc" // net/rpc, kitex, go-micro, twirp and other RPC that is not gRPC
	SQL    Protocol = "sql"
	Redis  Protocol = "redis"
	Mongo  Protocol = "mongo"
	Net    Protocol = "net" // raw dial, read, write
	DNS    Protocol = "dns"
	SMTP   Protocol = "smtp"
	Kafka  Protocol = "kafka"
	NATS   Protocol = "nats"
	AWS    Protocol = "aws"
	GCP    Protocol = "gcp"
	Azure  Protocol = "azure"
	Etcd   Protocol = "etcd"
	K8s    Protocol = "k8s"
	Search Protocol = "search"
	AMQP   Protocol = "amqp"
	LDAP   Protocol = "ldap"
	Cache  Protocol = "cache" // memcached and its like

	// NotASink is the protocol of rows that take functions back out of a glob below them.
	NotASink Protocol = "-"
)

// Effect is what a call does to the other side. The zero value is decided by the function's name.
type Effect uint8

const (
	ByName Effect = iota // the verb in the function's name decides (see ReadVerb); unknown is a write
	Read
	Write
)

// Via says how the caller's context reaches the call.
type Via uint8

const (
	ViaNone     Via = iota // it cannot: the call runs on no context (or on a root one of its own)
	ViaArg                 // the first parameter of type context.Context
	ViaRequest             // the first parameter of type *http.Request (or a wrapper of one) carries it
	ViaReceiver            // the receiver carries it: a builder whose chain may hold .Context(ctx), .WithContext(ctx), .SetContext(ctx)
	ViaOption              // an option among the arguments may carry it, one that Set knows: gitlab.WithContext(ctx)
)

// Limit says which value, beside the context, can bound the call in time.
type Limit uint8

const (
	LimitNone     Limit = iota // nothing but the context
	LimitClient                // an *http.Client that is the receiver
	LimitDefault               // http.DefaultClient, implied (http.Get and its like)
	LimitConn                  // a gRPC or Connect connection: interceptors, service config; unknown counts as none
	LimitDialer                // a net.Dialer that is the receiver: Timeout, Deadline
	LimitDeadline              // SetDeadline on the connection that is the receiver
	LimitArg                   // a time.Duration parameter of the call itself
	LimitSetter                // a setter or option of the receiver's own type (see Setters)
)

// Sink is one function that leaves the process and waits for an answer.
type Sink struct {
	Protocol Protocol
	Effect   Effect
	Via      Via
	// Twin names the form of the same call that takes a context: a function or method of the same package or
	// receiver. "+Context" appends to the function's own name. Empty: there is none.
	Twin  string
	Limit Limit
	// Default is the time after which the client itself gives up, as it comes from its constructor; 0 means never.
	// A call with a Default is bounded. DefaultWhy cites it for people: "go-redis socket timeouts are 3s by default".
	Default    time.Duration
	DefaultWhy string
	// Stream marks calls that are meant to stay open (watches, subscriptions, consumers): no deadline is asked of
	// them, but the context still has to reach them.
	Stream bool
	// Dial marks calls that only open a connection.
	Dial bool
	// OnlyWith names an option function of the same package without which the call does not wait, so is no sink:
	// grpc.DialContext goes out only where grpc.WithBlock() is among its arguments. Empty: it always waits.
	OnlyWith string
	// Request marks calls that build a request to be sent later (http.NewRequest); they are not sinks by themselves.
	Request bool
	// ByShape is set by Lookup where only the signature decided (a generated client, an interface that repeats an
	// SDK's methods): a body in sight knows better.
	ByShape bool
}

// Row matches functions of one package and gives them one Sink.
type Row struct {
	// Pkg is an import path. A last element of "/..." covers every package below too; "/vN" anywhere stands for any
	// major-version element ("/v2", "/v9") or none.
	Pkg string
	// Recv is the name of the receiver's type (pointer or not, concrete or interface), or several separated by spaces;
	// "" matches package-level functions only; "*" any receiver type; one "*" in a name is a glob ("*Client").
	Recv string
	// Names are function names separated by spaces; "Get*" is a glob; "*" any exported name.
	Names string
	// Except are names (or globs), separated by spaces, that Names must not match.
	Except string
	// NotOn are type names of the same package, separated by spaces: where the receiver expression has that static type
	// the method only queues a command (redis.Pipeliner). Only LookupOn can tell.
	NotOn string
	// Shape narrows further by signature; the zero value asks nothing.
	Shape Shape
	Sink  Sink
}

// Shape is a condition on the resolved signature. Types are spelled "import/path.Name", "*import/path.Name" or
// "func(*import/path.Name)"; "..." inside stands for any text.
type Shape struct {
	CtxFirst    bool   // the first parameter is a context.Context
	ErrLast     bool   // the last result is an error
	LastParam   string // the last parameter's (element) type: variadic call options of generated clients
	FirstResult string // the first result's type
	MaxParams   int    // at most so many parameters, variadic one included; 0 asks nothing
	Abstract    bool   // an interface's method: a concrete one has a body that says more
}

// Deriver is a function that makes a context out of another one.
type Deriver struct {
	Pkg, Recv, Names string // matched as in Row
	Kind             Derive
}

// Derive is what a Deriver does to the deadline and the cancellation.
type Derive uint8

const (
	Keeps     Derive = iota // same deadline, same cancellation, perhaps a cancel of its own
	Bounds                  // adds a deadline
	Detaches                // drops deadline and cancellation, keeps values (WithoutCancel)
	MakesRoot               // a fresh root (Background, TODO)
	Ends                    // is over when the group's Wait returns (errgroup.WithContext)
)

// Source is a type whose value gives the context of the request (or command) being served.
type Source struct {
	Pkg, Type string
	Expr      string // how it is spelled after the value: ".Context()", ".Request.Context()", or "" when the value is itself a context
	Request   bool   // it belongs to an incoming request: it ends when the client goes, but carries no deadline of its own
}

// Maker is a function that returns a client (http.Client, connection, SDK client) whose own limit is known.
type Maker struct {
	Pkg, Recv, Names string
	Limit            time.Duration // 0: none
	Why              string        // cited: "cleanhttp clients have no overall timeout"
	// From, if not 0, is the 1-based position of an argument (an *http.Client) whose limit decides; -1 is the receiver.
	From  int
	Shape Shape // for generated constructors, as in Row
}

// Setter is a method or option function that bounds (or, with a context parameter, attaches a context to) the value
// it is called on or passed to.
type Setter struct {
	Pkg, Recv, Names string
	Bounds           bool // it sets a limit for every later call
	Context          bool // it attaches its context argument to the receiver or its result
}
