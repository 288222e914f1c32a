package detachedctx

import (
	"context"
	"net/http"
	"testing"
	"time"

	"example.com/behaviour/internal/drive"
)

func audit(n *drive.Net) *Audit {
	return &Audit{n.DB(), &http.Client{Transport: drive.HTTP{Net: n}, Timeout: time.Minute}, func(error) {}}
}

func Test(t *testing.T) {
	drive.Run(t,
		drive.Func{
			Name: "Last", Calls: []string{"SELECT n FROM audit"}, Meant: drive.Cancel,
			Do: func(ctx context.Context, n *drive.Net) (any, error) { return audit(n).Last(ctx, "ann") },
		},
		drive.Func{
			Name: "Write", Calls: []string{"INSERT audit"}, Meant: drive.Cancel,
			Do: func(ctx context.Context, n *drive.Net) (any, error) { return nil, audit(n).Write(ctx, "ann") },
		},
		drive.Func{
			Name: "Ask", Calls: []string{"GET /ask/ann"}, Meant: drive.Cancel,
			Do: func(ctx context.Context, n *drive.Net) (any, error) { return audit(n).Ask(ctx, "ann") },
		},
		drive.Func{
			Name: "Move", Calls: []string{"UPDATE audit"}, Meant: drive.Cancel,
			Do: func(ctx context.Context, n *drive.Net) (any, error) { return nil, audit(n).Move(ctx, "ann") },
		},
		drive.Func{
			Name: "Note", Calls: []string{"INSERT audit", "INSERT note"},
			Do: func(ctx context.Context, n *drive.Net) (any, error) { return nil, audit(n).Note(ctx, "ann") },
		},
		drive.Func{
			Name: "Remark", Calls: []string{"INSERT audit", "INSERT remark"}, Alone: true,
			Do: func(ctx context.Context, n *drive.Net) (any, error) { return nil, audit(n).Remark(ctx, "ann") },
		},
	)
}
