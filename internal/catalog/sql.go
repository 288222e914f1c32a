package catalog

// SQL. Query is a read and Exec a write here; the statement's verb, where it is literal, is judged by the model. Commit
// and Rollback of database/sql are no rows: they take no context and the transaction's own bounds them.
var sqlRows = []Row{
	{Pkg: "database/sql", Recv: "DB Tx Stmt", Names: "Query QueryRow", Sink: Sink{Protocol: SQL, Effect: Read, Twin: "+Context"}},
	{Pkg: "database/sql", Recv: "DB Tx Stmt", Names: "Exec", Sink: Sink{Protocol: SQL, Effect: Write, Twin: "+Context"}},
	{Pkg: "database/sql", Recv: "DB Tx", Names: "Prepare", Sink: Sink{Protocol: SQL, Effect: Read, Twin: "+Context"}},
	{Pkg: "database/sql", Recv: "DB", Names: "Ping", Sink: Sink{Protocol: SQL, Effect: Read, Twin: "+Context"}},
	{Pkg: "database/sql", Recv: "DB", Names: "Begin", Sink: Sink{Protocol: SQL, Effect: Write, Twin: "BeginTx"}},
	{Pkg: "database/sql", Recv: "DB Conn Tx Stmt", Names: "QueryContext QueryRowContext PrepareContext PingContext",
		Sink: Sink{Protocol: SQL, Effect: Read, Via: ViaArg}},
	{Pkg: "database/sql", Recv: "DB Conn Tx Stmt", Names: "ExecContext BeginTx",
		Sink: Sink{Protocol: SQL, Effect: Write, Via: ViaArg}},
	{Pkg: "database/sql", Recv: "DB", Names: "Conn", Sink: Sink{Protocol: SQL, Effect: Read, Via: ViaArg}},

	// sqlx.DB embeds sql.DB: its plain methods resolve to the rows above.
	{Pkg: sqlx, Recv: sqlxRecv, Names: "Get Select Queryx QueryRowx NamedQuery Preparex PrepareNamed Query",
		Sink: Sink{Protocol: SQL, Effect: Read, Twin: "+Context"}},
	{Pkg: sqlx, Recv: sqlxRecv, Names: "NamedExec MustExec Exec", Sink: Sink{Protocol: SQL, Effect: Write, Twin: "+Context"}},
	{Pkg: sqlx, Recv: "DB", Names: "Beginx", Sink: Sink{Protocol: SQL, Effect: Write, Twin: "BeginTxx"}},
	{Pkg: sqlx, Recv: "DB", Names: "MustBegin", Sink: Sink{Protocol: SQL, Effect: Write, Twin: "MustBeginTx"}},
	{Pkg: sqlx, Recv: sqlxRecv,
		Names: "GetContext SelectContext QueryContext QueryxContext QueryRowContext QueryRowxContext NamedQueryContext PrepareContext PreparexContext PrepareNamedContext",
		Sink:  Sink{Protocol: SQL, Effect: Read, Via: ViaArg}},
	{Pkg: sqlx, Recv: sqlxRecv, Names: "NamedExecContext MustExecContext ExecContext BeginTxx MustBeginTx",
		Sink: Sink{Protocol: SQL, Effect: Write, Via: ViaArg}},
	{Pkg: sqlx, Recv: "DB", Names: "Connx", Sink: Sink{Protocol: SQL, Effect: Read, Via: ViaArg}},
	{Pkg: sqlx, Names: "Get Select NamedQuery Preparex", Sink: Sink{Protocol: SQL, Effect: Read, Twin: "+Context"}},
	{Pkg: sqlx, Names: "NamedExec MustExec", Sink: Sink{Protocol: SQL, Effect: Write, Twin: "+Context"}},
	{Pkg: sqlx, Names: "GetContext SelectContext NamedQueryContext PreparexContext",
		Sink: Sink{Protocol: SQL, Effect: Read, Via: ViaArg}},
	{Pkg: sqlx, Names: "NamedExecContext MustExecContext", Sink: Sink{Protocol: SQL, Effect: Write, Via: ViaArg}},
	// Connect pings, Open does not.
	{Pkg: sqlx, Names: "Connect", Sink: Sink{Protocol: SQL, Effect: Read, Twin: "ConnectContext", Dial: true}},
	{Pkg: sqlx, Names: "ConnectContext", Sink: Sink{Protocol: SQL, Effect: Read, Via: ViaArg, Dial: true}},
	{Pkg: sqlx, Names: "MustConnect", Sink: Sink{Protocol: SQL, Effect: Read, Dial: true}},

	// pgx.CollectRows and its like read rows that are already bounded; pgxpool.New connects in the background.
	{Pkg: pgx, Recv: "Conn Tx dbTx", Names: "Query QueryRow QueryFunc Prepare Ping LoadType LoadTypes",
		Sink: Sink{Protocol: SQL, Effect: Read, Via: ViaArg}},
	{Pkg: pgx, Recv: "Conn Tx dbTx", Names: "Exec Begin BeginTx BeginFunc BeginTxFunc Commit CopyFrom SendBatch",
		Sink: Sink{Protocol: SQL, Effect: Write, Via: ViaArg}},
	{Pkg: pgx, Names: "Connect ConnectConfig ConnectWithOptions", Sink: Sink{Protocol: SQL, Effect: Read, Via: ViaArg, Dial: true}},
	{Pkg: pgx, Names: "BeginFunc BeginTxFunc", Sink: Sink{Protocol: SQL, Effect: Write, Via: ViaArg}},
	{Pkg: pgx, Recv: "Conn", Names: "WaitForNotification", Sink: Sink{Protocol: SQL, Effect: Read, Via: ViaArg, Stream: true}},
	{Pkg: pgxpool, Recv: "Pool Conn Tx", Names: "Query QueryRow QueryFunc Prepare Ping Acquire",
		Sink: Sink{Protocol: SQL, Effect: Read, Via: ViaArg}},
	{Pkg: pgxpool, Recv: "Pool Conn Tx", Names: "Exec Begin BeginTx BeginFunc BeginTxFunc Commit CopyFrom SendBatch AcquireFunc",
		Sink: Sink{Protocol: SQL, Effect: Write, Via: ViaArg}},
	{Pkg: pgxpool, Names: "Connect ConnectConfig", Sink: Sink{Protocol: SQL, Effect: Read, Via: ViaArg, Dial: true}}, // v4

	// gorm: the receiver's WithContext is the only way in.
	{Pkg: gorm, Recv: "DB", Names: "First Take Last Find FindInBatches Scan Pluck Count Row Rows FirstOrInit",
		Sink: Sink{Protocol: SQL, Effect: Read, Via: ViaReceiver}},
	{Pkg: gorm, Recv: "DB", Names: "Create CreateInBatches Save FirstOrCreate Delete Update Updates UpdateColumn UpdateColumns Exec Transaction Begin",
		Sink: Sink{Protocol: SQL, Effect: Write, Via: ViaReceiver}},
	{Pkg: gorm, Recv: "ExecInterface ChainInterface", Names: "Scan First Last Take Find FindInBatches Row Rows Count", // gorm.G[T]
		Sink: Sink{Protocol: SQL, Effect: Read, Via: ViaArg}},
	{Pkg: gorm, Recv: "Interface ChainInterface CreateInterface SetCreateOrUpdateInterface SetUpdateOnlyInterface", Names: "Exec Delete Update Updates Create CreateInBatches",
		Sink: Sink{Protocol: SQL, Effect: Write, Via: ViaArg}},

	{Pkg: bun, Recv: "*Query", Names: "Scan Count Exists ScanAndCount Rows", Sink: Sink{Protocol: SQL, Effect: Read, Via: ViaArg}},
	{Pkg: bun, Recv: "*Query", Names: "Exec", Sink: Sink{Protocol: SQL, Effect: Write, Via: ViaArg}},
	{Pkg: bun, Recv: "DB Conn Tx", Names: "QueryContext QueryRowContext PrepareContext", Sink: Sink{Protocol: SQL, Effect: Read, Via: ViaArg}},
	{Pkg: bun, Recv: "DB Conn Tx", Names: "ExecContext BeginTx RunInTx", Sink: Sink{Protocol: SQL, Effect: Write, Via: ViaArg}},
	{Pkg: bun, Recv: "DB Tx", Names: "Query QueryRow Prepare", Sink: Sink{Protocol: SQL, Effect: Read, Twin: "+Context"}},
	{Pkg: bun, Recv: "DB Tx", Names: "Exec", Sink: Sink{Protocol: SQL, Effect: Write, Twin: "+Context"}},
	{Pkg: bun, Recv: "DB", Names: "Begin", Sink: Sink{Protocol: SQL, Effect: Write, Twin: "BeginTx"}},

	{Pkg: squirrel, Recv: "*Builder", Names: "Query QueryRow", Sink: Sink{Protocol: SQL, Effect: Read, Twin: "+Context"}},
	{Pkg: squirrel, Recv: "*Builder", Names: "Exec", Sink: Sink{Protocol: SQL, Effect: Write, Twin: "+Context"}},
	{Pkg: squirrel, Recv: "*Builder", Names: "QueryContext QueryRowContext ScanContext", Sink: Sink{Protocol: SQL, Effect: Read, Via: ViaArg}},
	{Pkg: squirrel, Recv: "*Builder", Names: "ExecContext", Sink: Sink{Protocol: SQL, Effect: Write, Via: ViaArg}},
}

const (
	sqlx     = "github.com/jmoiron/sqlx"
	sqlxRecv = "DB Tx Conn Stmt NamedStmt Queryer QueryerContext Execer ExecerContext PreparerContext"
	pgx      = "github.com/jackc/pgx/vN"
	pgxpool  = "github.com/jackc/pgx/vN/pgxpool"
	gorm     = "gorm.io/gorm"
	bun      = "github.com/uptrace/bun"
	squirrel = "github.com/Masterminds/squirrel"
)

var sqlSetters = []Setter{
	{Pkg: gorm, Recv: "DB", Names: "WithContext", Context: true},
}
