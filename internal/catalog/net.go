package catalog

import "time"

// net, crypto/tls and the small std protocols. Left out: DialUDP, DialIP and DialUnix wait for nobody; Resolve…Addr and
// LookupPort are mostly given literals; textproto.Reader also reads from memory.
const (
	resolverLimit = 10 * time.Second
	resolverWhy   = "the resolver gives up after 2 attempts of 5s a server by default"
)

var netRows = []Row{
	{Pkg: "net", Names: "Dial", Sink: Sink{Protocol: Net, Twin: "Dialer.DialContext", Dial: true}},
	{Pkg: "net", Names: "DialTimeout", Sink: Sink{Protocol: Net, Twin: "Dialer.DialContext", Limit: LimitArg, Dial: true}},
	{Pkg: "net", Names: "DialTCP", Sink: Sink{Protocol: Net, Dial: true}},
	{Pkg: "net", Recv: "Dialer", Names: "Dial",
		Sink: Sink{Protocol: Net, Twin: "DialContext", Limit: LimitDialer, Dial: true}},
	{Pkg: "net", Recv: "Dialer", Names: "DialContext DialTCP", // DialTCP(ctx, …) since Go 1.26
		Sink: Sink{Protocol: Net, Via: ViaArg, Limit: LimitDialer, Dial: true}},

	// The package functions have no context form; the methods of net.DefaultResolver do. LookupIP's also takes a
	// network ("ip") before the host.
	// The resolver gives up by itself (resolv.conf: timeout 5s, 2 attempts a server), so these are bounded, if badly.
	{Pkg: "net", Names: "LookupHost LookupIP LookupAddr LookupCNAME LookupMX LookupNS LookupSRV LookupTXT",
		Sink: Sink{Protocol: DNS, Effect: Read, Twin: "DefaultResolver.+", Default: resolverLimit, DefaultWhy: resolverWhy}},
	{Pkg: "net", Recv: "Resolver", Names: "LookupHost LookupIP LookupIPAddr LookupNetIP LookupAddr LookupCNAME LookupMX LookupNS LookupSRV LookupTXT",
		Sink: Sink{Protocol: DNS, Effect: Read, Via: ViaArg, Default: resolverLimit, DefaultWhy: resolverWhy}},

	// TCPConn and UnixConn take these from the unexported conn.
	{Pkg: "net", Recv: "Conn conn", Names: "Read", Sink: Sink{Protocol: Net, Effect: Read, Limit: LimitDeadline}},
	{Pkg: "net", Recv: "Conn conn", Names: "Write", Sink: Sink{Protocol: Net, Effect: Write, Limit: LimitDeadline}},

	{Pkg: "crypto/tls", Names: "Dial", Sink: Sink{Protocol: Net, Twin: "Dialer.DialContext", Dial: true}},
	// The net.Dialer is the first argument here.
	{Pkg: "crypto/tls", Names: "DialWithDialer",
		Sink: Sink{Protocol: Net, Twin: "Dialer.DialContext", Limit: LimitDialer, Dial: true}},
	{Pkg: "crypto/tls", Recv: "Dialer", Names: "Dial",
		Sink: Sink{Protocol: Net, Twin: "DialContext", Limit: LimitDialer, Dial: true}},
	{Pkg: "crypto/tls", Recv: "Dialer", Names: "DialContext",
		Sink: Sink{Protocol: Net, Via: ViaArg, Limit: LimitDialer, Dial: true}},
	{Pkg: "crypto/tls", Recv: "Conn", Names: "Handshake",
		Sink: Sink{Protocol: Net, Twin: "HandshakeContext", Limit: LimitDeadline}},
	{Pkg: "crypto/tls", Recv: "Conn", Names: "HandshakeContext",
		Sink: Sink{Protocol: Net, Via: ViaArg, Limit: LimitDeadline}},
	{Pkg: "crypto/tls", Recv: "Conn", Names: "Read", Sink: Sink{Protocol: Net, Effect: Read, Limit: LimitDeadline}},
	{Pkg: "crypto/tls", Recv: "Conn", Names: "Write", Sink: Sink{Protocol: Net, Effect: Write, Limit: LimitDeadline}},

	{Pkg: "net/smtp", Names: "SendMail", Sink: Sink{Protocol: SMTP, Effect: Write}},
	{Pkg: "net/smtp", Names: "Dial", Sink: Sink{Protocol: SMTP, Dial: true}},
	{Pkg: "net/smtp", Names: "NewClient", // reads the greeting
		Sink: Sink{Protocol: SMTP, Limit: LimitDeadline}},
	{Pkg: "net/smtp", Recv: "Client", Names: "Auth Data Hello Mail Noop Quit Rcpt Reset StartTLS Verify",
		Sink: Sink{Protocol: SMTP, Effect: Write, Limit: LimitDeadline}},
	{Pkg: "net/textproto", Names: "Dial", Sink: Sink{Protocol: Net, Dial: true}},

	{Pkg: "net/rpc", Names: "Dial DialHTTP DialHTTPPath", Sink: Sink{Protocol: RPC, Dial: true}},
	{Pkg: "net/rpc/jsonrpc", Names: "Dial", Sink: Sink{Protocol: RPC, Dial: true}},
	{Pkg: "net/rpc", Recv: "Client", Names: "Call", Sink: Sink{Protocol: RPC}},

	{Pkg: "golang.org/x/net/proxy", Names: "Dial", Sink: Sink{Protocol: Net, Via: ViaArg, Dial: true}},
	{Pkg: "golang.org/x/net/proxy", Recv: "ContextDialer", Names: "DialContext",
		Sink: Sink{Protocol: Net, Via: ViaArg, Dial: true}},
	{Pkg: "golang.org/x/net/proxy", Recv: "Dialer", Names: "Dial", Sink: Sink{Protocol: Net, Dial: true}},
	// ClientConfig.Timeout bounds the TCP dial only, not the handshake after it.
	{Pkg: "golang.org/x/crypto/ssh", Names: "Dial", Sink: Sink{Protocol: Net, Dial: true}},
}
