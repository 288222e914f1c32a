package lead

import (
	"context"
	"database/sql"
	"time"
)

type Callbacks struct {
	OnStarted func(context.Context)
	OnStopped func()
}

type Elector struct{ cb Callbacks }

func (e *Elector) Run(ctx context.Context) {
	defer e.cb.OnStopped()
	e.cb.OnStarted(ctx)
}

func Lead(ctx context.Context, db *sql.DB, name string) {
	e := &Elector{Callbacks{
		OnStarted: func(ctx context.Context) {
			_, _ = db.ExecContext(ctx, "UPDATE leader SET name=?", name)
		},
		OnStopped: func() {
			ctx, cancel := context.WithTimeout(context.Background(), time.Second)
			defer cancel()
			_, _ = db.ExecContext(ctx, "UPDATE leader SET name='' WHERE name=?", name)
		},
	}}
	e.Run(ctx)
}
