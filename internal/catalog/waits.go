package catalog

import "go/types"

// waitRows are methods that wait for a server and are no sinks: nobody can give them a context or a limit, so no rule
// has anything to say about them, or, as Rollback, they run when it is too late for one. A plan names them.
var waitRows = []Row{
	{Pkg: "database/sql", Recv: "Tx", Names: "Commit Rollback", Sink: Sink{Protocol: SQL}},
	{Pkg: "database/sql/driver", Recv: "Tx", Names: "Commit Rollback", Sink: Sink{Protocol: SQL}}, // ent's own transactions
	{Pkg: gorm, Recv: "DB", Names: "Commit Rollback RollbackTo SavePoint", Sink: Sink{Protocol: SQL}},
	{Pkg: bun, Recv: "Tx", Names: "Commit Rollback", Sink: Sink{Protocol: SQL}},
	{Pkg: pgx, Recv: "Tx dbTx", Names: "Rollback", Sink: Sink{Protocol: SQL}},
	{Pkg: pgxpool, Recv: "Tx", Names: "Rollback", Sink: Sink{Protocol: SQL}},
	{Pkg: mongoPkg, Recv: "Session", Names: "AbortTransaction", Sink: Sink{Protocol: Mongo}},
	{Pkg: confluent, Recv: "Producer", Names: "Flush", Sink: Sink{Protocol: Kafka}},
}

// WaitOf says that fn waits for a server though it is no sink.
func WaitOf(fn *types.Func) (Sink, bool) {
	if s, ok := subjectOf(fn); ok {
		if r := tables().waits.find(s); r != nil {
			return r.Sink, true
		}
	}
	return Sink{}, false
}
