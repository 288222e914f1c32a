package fleet

import (
	"net/http"

	healthpb "google.golang.org/grpc/health/grpc_health_v1"
)

type Fleet struct{ health healthpb.HealthClient }

func New(target string) (*Fleet, error) {
	conn, err := dial(target)
	if err != nil {
		return nil, err
	}
	return &Fleet{health: healthpb.NewHealthClient(conn)}, nil
}

func (f *Fleet) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	resp, err := f.health.Check(r.Context(), &healthpb.HealthCheckRequest{Service: r.FormValue("service")})
	if err != nil {
		http.Error(w, "fleet", http.StatusBadGateway)
		return
	}
	_, _ = w.Write([]byte(resp.GetStatus().String()))
}
