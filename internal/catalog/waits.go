package catalog

import "go/types"

// waitRows are functions that wait for a server and are no sinks. Of Commit and Rollback no rule has anything to say:
// nobody can give them a limit. The layers of ent, gorp and go-zero over SQL are ones that no rule has been tried on. A plan
// names them all.
var waitRows = []Row{
	{Pkg: "database/sql", Recv: "Tx", Names: "Commit Rollback", Sink: Sink{Protocol: SQL}},
	{Pkg: "database/sql/driver", Recv: "Tx", Names: "Commit Rollback", Sink: Sink{Protocol: SQL}}, // ent's own transactions
	{Pkg: gorm, Recv: "DB", Names: "Commit Rollback RollbackTo SavePoint", Sink: Sink{Protocol: SQL}},
	{Pkg: bun, Recv: "Tx", Names: "Commit Rollback", Sink: Sink{Protocol: SQL}},
	{Pkg: pgx, Recv: "Tx dbTx", Names: "Rollback", Sink: Sink{Protocol: SQL}},
	{Pkg: pgxpool, Recv: "Tx", Names: "Rollback", Sink: Sink{Protocol: SQL}},
	{Pkg: mongoPkg, Recv: "Session", Names: "AbortTransaction", Sink: Sink{Protocol: Mongo}},
	{Pkg: confluent, Recv: "Producer", Names: "Flush", Sink: Sink{Protocol: Kafka}},

	{Pkg: "github.com/letsencrypt/borp", Recv: "DbMap Transaction SqlExecutor", Names: "Get Select* Query*", Sink: Sink{Protocol: SQL, Effect: Read}},
	{Pkg: "github.com/letsencrypt/borp", Recv: "DbMap Transaction SqlExecutor", Names: "Insert Update* Delete ExecContext BeginTx Commit Rollback", Sink: Sink{Protocol: SQL, Effect: Write}},
	{Pkg: gorp, Recv: "DbMap Transaction SqlExecutor", Names: "Get Select* Query*", Sink: Sink{Protocol: SQL, Effect: Read}},
	{Pkg: gorp, Recv: "DbMap Transaction SqlExecutor", Names: "Insert Update* Delete Exec Begin Commit Rollback", Sink: Sink{Protocol: SQL, Effect: Write}},

	{Pkg: firestorePkg, Recv: "Transaction", Names: "Get GetAll", Sink: Sink{Protocol: GCP, Effect: Read}},
	{Pkg: firestorePkg, Recv: "DocumentIterator", Names: "Next GetAll", Sink: Sink{Protocol: GCP, Effect: Read}},
	{Pkg: "cloud.google.com/go/spanner", Recv: "RowIterator", Names: "Next Do", Sink: Sink{Protocol: GCP, Effect: Read}},
	{Pkg: "cloud.google.com/go/bigquery", Recv: "RowIterator", Names: "Next", Sink: Sink{Protocol: GCP, Effect: Read}},

	{Pkg: entGraph, Names: "QueryNodes CountNodes QueryEdges", Sink: Sink{Protocol: SQL, Effect: Read}},
	{Pkg: entGraph, Names: "CreateNode BatchCreate UpdateNode UpdateNodes DeleteNodes", Sink: Sink{Protocol: SQL, Effect: Write}},
	{Pkg: "entgo.io/ent/dialect", Recv: "Driver Tx ExecQuerier", Names: "Query", Sink: Sink{Protocol: SQL, Effect: Read}},
	{Pkg: "entgo.io/ent/dialect", Recv: "Driver Tx ExecQuerier", Names: "Exec Tx Commit Rollback", Sink: Sink{Protocol: SQL, Effect: Write}},

	// A cached query asks redis first; the function that it is given asks the database. After a change the keys go.
	{Pkg: zeroSQL + "/sqlc", Recv: "CachedConn", Names: "QueryRow QueryRowCtx QueryRowIndex QueryRowIndexCtx GetCache GetCacheCtx", Sink: Sink{Protocol: Redis, Effect: Read}},
	{Pkg: zeroSQL + "/sqlc", Recv: "CachedConn", Names: "DelCache* SetCache* Exec ExecCtx", Sink: Sink{Protocol: Redis, Effect: Write}},
	{Pkg: zeroSQL + "/sqlc", Recv: "CachedConn", Names: "Query*", Sink: Sink{Protocol: SQL, Effect: Read}},
	{Pkg: zeroSQL + "/sqlc", Recv: "CachedConn", Names: "ExecNoCache* Transact*", Sink: Sink{Protocol: SQL, Effect: Write}},
	{Pkg: zeroSQL + "/sqlx", Recv: "SqlConn Session StmtSession", Names: "Query*", Sink: Sink{Protocol: SQL, Effect: Read}},
	{Pkg: zeroSQL + "/sqlx", Recv: "SqlConn Session StmtSession", Names: "Exec* Transact*", Sink: Sink{Protocol: SQL, Effect: Write}},
	{Pkg: zeroSQL + "/redis", Recv: "Redis", Names: "*Ctx", Sink: Sink{Protocol: Redis}},
}

const (
	entGraph     = "entgo.io/ent/dialect/sql/sqlgraph"
	zeroSQL      = "github.com/zeromicro/go-zero/core/stores"
	gorp         = "github.com/go-gorp/gorp/vN"
	firestorePkg = "cloud.google.com/go/firestore"
)

// WaitOf says that fn waits for a server though it is no sink.
func WaitOf(fn *types.Func) (Sink, bool) {
	if s, ok := subjectOf(fn); ok {
		if r := tables().waits.find(s); r != nil {
			sink := r.Sink
			if sink.Effect == ByName {
				sink.Effect = Write
				if ReadVerb(s.name) {
					sink.Effect = Read
				}
			}
			return sink, true
		}
	}
	return Sink{}, false
}
