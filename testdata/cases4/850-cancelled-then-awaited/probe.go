// none: on the way out the worker is cancelled and its result is still taken

package probe

import (
	"context"
	"fmt"
	"time"

	"google.golang.org/grpc"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
)

type outcome struct {
	status healthpb.HealthCheckResponse_ServingStatus
	err    error
}

func Ready(ctx context.Context, conn grpc.ClientConnInterface, limit time.Duration) (bool, error) {
	callCtx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	ch := make(chan outcome)
	go func() {
		resp, err := healthpb.NewHealthClient(conn).Check(callCtx, &healthpb.HealthCheckRequest{})
		ch <- outcome{resp.GetStatus(), err}
	}()

	var o outcome
	select {
	case o = <-ch:
	case <-time.After(limit):
		cancel()
		o = <-ch
		if o.err != nil {
			return false, fmt.Errorf("no answer in %v: %w", limit, o.err)
		}
	}
	return o.status == healthpb.HealthCheckResponse_SERVING, o.err
}
