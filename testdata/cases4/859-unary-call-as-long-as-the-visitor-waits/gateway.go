package gateway

import (
	"context"
	"net/http"

	"github.com/go-chi/chi/v5"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
)

type Gateway struct {
	conn   *grpc.ClientConn
	health healthpb.HealthClient
}

func Dial(target string) (*Gateway, error) {
	conn, err := grpc.NewClient(target, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return nil, err
	}
	return &Gateway{conn: conn, health: healthpb.NewHealthClient(conn)}, nil
}

func (g *Gateway) Routes() http.Handler {
	r := chi.NewRouter()
	r.Get("/backends/{name}", g.backend)
	return r
}

func (g *Gateway) serving(ctx context.Context, name string) (bool, error) {
	resp, err := g.health.Check(ctx, &healthpb.HealthCheckRequest{Service: name})
	if err != nil {
		return false, err
	}
	return resp.GetStatus() == healthpb.HealthCheckResponse_SERVING, nil
}

func (g *Gateway) backend(w http.ResponseWriter, r *http.Request) {
	ok, err := g.serving(r.Context(), chi.URLParam(r, "name")) // want:nodeadline
	if err != nil {
		http.Error(w, "backend", http.StatusBadGateway)
		return
	}
	if !ok {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}
