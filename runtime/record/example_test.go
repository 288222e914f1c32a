package record_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/budgetlint/budgetlint/runtime/record"
)

// An Observer may count what it likes, and log as well.
func Example() {
	log := record.Slog(slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey || a.Key == "start" {
				return slog.Attr{}
			}
			return a
		},
	})))
	calls := map[record.Status]int{}
	observer := record.ObserverFunc(func(ctx context.Context, c record.Call) {
		calls[c.Status]++ // a real one takes a lock: Observe is called by many goroutines
		log.Observe(ctx, c)
	})

	ctx := record.WithTraceID(context.Background(), "4bf92f35")
	observer.Observe(ctx, record.Call{
		Name: "stock-service", TraceID: record.TraceID(ctx), Status: record.OK, Attempts: 1,
		Took: 120 * time.Millisecond, Timeout: 400 * time.Millisecond,
	})
	fmt.Println(calls)
	// Output:
	// level=INFO msg="downstream call" downstream=stock-service status=ok took=120ms timeout=400ms attempts=1 retries=0 trace_id=4bf92f35
	// map[ok:1]
}
