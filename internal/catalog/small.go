package catalog

import "time"

// Smaller protocols: DNS, LDAP, mail, ping, whois, and other databases.
var smallRows = []Row{
	{Pkg: miekg, Recv: "Client", Names: "Exchange", Sink: Sink{Protocol: DNS, Effect: Read, Twin: "+Context", Default: 2 * time.Second, DefaultWhy: miekgWhy}},
	{Pkg: miekg, Recv: "Client", Names: "ExchangeContext ExchangeWithConnContext", Sink: Sink{Protocol: DNS, Effect: Read, Via: ViaArg, Default: 2 * time.Second, DefaultWhy: miekgWhy}},
	{Pkg: miekg, Recv: "Client", Names: "ExchangeWithConn", Sink: Sink{Protocol: DNS, Effect: Read, Twin: "+Context", Default: 2 * time.Second, DefaultWhy: miekgWhy}},
	{Pkg: miekg, Recv: "Client", Names: "Dial", Sink: Sink{Protocol: DNS, Twin: "DialContext", Dial: true, Default: 2 * time.Second, DefaultWhy: miekgWhy}},
	{Pkg: miekg, Recv: "Client", Names: "DialContext", Sink: Sink{Protocol: DNS, Via: ViaArg, Dial: true, Default: 2 * time.Second, DefaultWhy: miekgWhy}},
	{Pkg: miekg, Names: "Exchange", Sink: Sink{Protocol: DNS, Effect: Read, Twin: "+Context", Default: 2 * time.Second, DefaultWhy: miekgWhy}},
	{Pkg: miekg, Names: "ExchangeContext", Sink: Sink{Protocol: DNS, Effect: Read, Via: ViaArg, Default: 2 * time.Second, DefaultWhy: miekgWhy}},

	// SetTimeout is the only bound of a request; DefaultTimeout is for dialling.
	{Pkg: ldap, Recv: "Conn Client", Names: "Search SearchWithPaging Compare WhoAmI", Sink: Sink{Protocol: LDAP, Effect: Read, Limit: LimitSetter}},
	{Pkg: ldap, Recv: "Conn Client", Names: "Bind SimpleBind UnauthenticatedBind Add Del Modify ModifyDN ModifyWithResult PasswordModify StartTLS Extended", Sink: Sink{Protocol: LDAP, Effect: Write, Limit: LimitSetter}},
	{Pkg: ldap, Names: "Dial DialTLS DialURL", Sink: Sink{Protocol: LDAP, Dial: true, Default: time.Minute, DefaultWhy: "go-ldap gives dialling 60s by default"}},

	{Pkg: "github.com/wneessen/go-mail", Recv: "Client", Names: "DialAndSend", Sink: Sink{Protocol: SMTP, Effect: Write, Twin: "+WithContext", Default: 15 * time.Second, DefaultWhy: "go-mail connections have a deadline of 15s by default"}},
	{Pkg: "github.com/wneessen/go-mail", Recv: "Client", Names: "DialAndSendWithContext DialWithContext", Sink: Sink{Protocol: SMTP, Effect: Write, Via: ViaArg, Default: 15 * time.Second, DefaultWhy: "go-mail connections have a deadline of 15s by default"}},
	{Pkg: "gopkg.in/gomail.v2", Recv: "Dialer", Names: "DialAndSend Dial", Sink: Sink{Protocol: SMTP, Effect: Write}}, // a dial limit of 10s, nothing after it
	{Pkg: "gopkg.in/mail.v2", Recv: "Dialer", Names: "DialAndSend Dial", Sink: Sink{Protocol: SMTP, Effect: Write, Default: 10 * time.Second, DefaultWhy: "mail.v2 connections have a deadline of 10s by default"}},

	// Pinger.Timeout is unlimited by default.
	{Pkg: "github.com/prometheus-community/pro-bing", Recv: "Pinger", Names: "Run", Sink: Sink{Protocol: Net, Effect: Read, Twin: "+WithContext", Limit: LimitSetter}},
	{Pkg: "github.com/prometheus-community/pro-bing", Recv: "Pinger", Names: "RunWithContext", Sink: Sink{Protocol: Net, Effect: Read, Via: ViaArg, Limit: LimitSetter}},
	{Pkg: "github.com/TwiN/whois", Recv: "Client", Names: "Query QueryAndParse",
		Sink: Sink{Protocol: Net, Effect: Read, Default: 10 * time.Second, DefaultWhy: "TwiN/whois dials with 10s and reads with 5s"}},

	{Pkg: "github.com/gocql/gocql", Recv: "Query", Names: "Scan MapScan Iter", Sink: Sink{Protocol: SQL, Effect: Read, Via: ViaReceiver, Default: 11 * time.Second, DefaultWhy: gocqlWhy}},
	{Pkg: "github.com/gocql/gocql", Recv: "Query", Names: "Exec ScanCAS MapScanCAS", Sink: Sink{Protocol: SQL, Effect: Write, Via: ViaReceiver, Default: 11 * time.Second, DefaultWhy: gocqlWhy}},
	{Pkg: "github.com/gocql/gocql", Recv: "Session", Names: "ExecuteBatch ExecuteBatchCAS MapExecuteBatchCAS", Sink: Sink{Protocol: SQL, Effect: Write, Default: 11 * time.Second, DefaultWhy: gocqlWhy}},

	{Pkg: xorm, Recv: "Session Engine EngineGroup", Names: "Get Find FindAndCount Exist Count Query QueryString QueryInterface Sum Sums SumInt SumsInt Rows Iterate", Sink: Sink{Protocol: SQL, Effect: Read, Via: ViaReceiver}},
	{Pkg: xorm, Recv: "Session Engine EngineGroup", Names: "Insert InsertOne InsertMulti Update Delete Exec Begin", Sink: Sink{Protocol: SQL, Effect: Write, Via: ViaReceiver}},
}

const (
	miekg    = "github.com/miekg/dns"
	miekgWhy = "miekg/dns gives each dial, write and read 2s by default"
	ldap     = "github.com/go-ldap/ldap/vN"
	gocqlWhy = "gocql queries time out after 11s by default"
	xorm     = "xorm.io/xorm"
)

var smallSetters = []Setter{
	{Pkg: ldap, Recv: "Conn Client", Names: "SetTimeout", Bounds: true},
	{Pkg: "github.com/gocql/gocql", Recv: "Query", Names: "WithContext", Context: true},
	{Pkg: xorm, Recv: "Session Engine EngineGroup", Names: "Context", Context: true},
}
