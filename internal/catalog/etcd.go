package catalog

// etcd. DialTimeout bounds connecting only; a request waits as long as its context.
var etcdRows = []Row{
	{Pkg: etcdPkg, Recv: "Watcher", Names: "Watch", Sink: Sink{Protocol: Etcd, Effect: Read, Via: ViaArg, Stream: true}},
	{Pkg: etcdPkg, Recv: "Lease", Names: "KeepAlive", Sink: Sink{Protocol: Etcd, Effect: Write, Via: ViaArg, Stream: true}},
	{Pkg: etcdPkg, Recv: "KV", Names: "GetStream", Sink: Sink{Protocol: Etcd, Effect: Read, Via: ViaArg, Stream: true}},
	{Pkg: etcdPkg, Recv: "KV", Names: "Get", Sink: Sink{Protocol: Etcd, Effect: Read, Via: ViaArg, Limit: LimitConn}},
	{Pkg: etcdPkg, Recv: "KV", Names: "Put Delete Compact Do", Sink: Sink{Protocol: Etcd, Effect: Write, Via: ViaArg, Limit: LimitConn}},
	{Pkg: etcdPkg, Recv: "Lease", Names: "TimeToLive Leases", Sink: Sink{Protocol: Etcd, Effect: Read, Via: ViaArg, Limit: LimitConn}},
	{Pkg: etcdPkg, Recv: "Lease", Names: "Grant Revoke KeepAliveOnce", Sink: Sink{Protocol: Etcd, Effect: Write, Via: ViaArg, Limit: LimitConn}},
	{Pkg: etcdPkg, Recv: "Maintenance", Names: "Snapshot SnapshotWithVersion", Sink: Sink{Protocol: Etcd, Effect: Read, Via: ViaArg, Stream: true}},
	{Pkg: etcdPkg, Recv: "Cluster Maintenance Auth", Names: "MemberList AlarmList Status HashKV AuthStatus UserGet UserList RoleGet RoleList", Sink: Sink{Protocol: Etcd, Effect: Read, Via: ViaArg, Limit: LimitConn}},
	{Pkg: etcdPkg, Recv: "Cluster Maintenance Auth", Names: "*", Shape: Shape{CtxFirst: true, ErrLast: true}, Sink: Sink{Protocol: Etcd, Effect: Write, Via: ViaArg, Limit: LimitConn}},
	// cli.Txn(ctx).If(…).Then(…).Commit()
	{Pkg: etcdPkg, Recv: "Txn", Names: "Commit", Sink: Sink{Protocol: Etcd, Effect: Write, Via: ViaReceiver, Limit: LimitConn}},
	// Waiting for a lock or an election may take as long as the holder likes.
	{Pkg: etcdPkg + "/concurrency", Recv: "Mutex Election", Names: "Lock Campaign", Sink: Sink{Protocol: Etcd, Effect: Write, Via: ViaArg, Stream: true}},
	{Pkg: etcdPkg + "/concurrency", Recv: "Mutex Election", Names: "TryLock Unlock Proclaim Resign", Sink: Sink{Protocol: Etcd, Effect: Write, Via: ViaArg, Limit: LimitConn}},
	{Pkg: etcdPkg + "/concurrency", Recv: "Election", Names: "Leader", Sink: Sink{Protocol: Etcd, Effect: Read, Via: ViaArg, Limit: LimitConn}},
}

const etcdPkg = "go.etcd.io/etcd/client/v3"

var etcdSetters = []Setter{
	{Pkg: etcdPkg, Recv: "KV", Names: "Txn", Context: true},
}
