package ready

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"google.golang.org/grpc"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
)

const (
	probeBudget = 5 * time.Second
	legTimeout  = 2 * time.Second
)

type backend struct {
	name   string
	health healthpb.HealthClient
}

// Checker answers the kubelet's readiness probe.
type Checker struct {
	backends [3]backend
}

func New(ledger, search, mail grpc.ClientConnInterface) *Checker {
	return &Checker{
		backends: [3]backend{
			{name: "ledger", health: healthpb.NewHealthClient(ledger)},
			{name: "search", health: healthpb.NewHealthClient(search)},
			{name: "mail", health: healthpb.NewHealthClient(mail)},
		},
	}
}

func (c *Checker) ping(ctx context.Context, b backend) error {
	ctx, cancel := context.WithTimeout(ctx, legTimeout)
	defer cancel()
	res, err := b.health.Check(ctx, &healthpb.HealthCheckRequest{Service: b.name})
	if err != nil {
		return err
	}
	if res.GetStatus() != healthpb.HealthCheckResponse_SERVING {
		return fmt.Errorf("status %s", res.GetStatus())
	}
	return nil
}

func (c *Checker) Ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), probeBudget) // alt:overbudget
	defer cancel()
	down := ""
	for _, b := range c.backends { // alt:overbudget
		if err := c.ping(ctx, b); err != nil { // want:overbudget
			slog.Warn("backend down", "name", b.name, "err", err)
			down += " " + b.name
		}
	}
	if down != "" {
		http.Error(w, "down:"+down, http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
