package limited

import (
	"context"
	"io"
	"net/http"
	"time"
)

func fetch(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req)
}

func show(w http.ResponseWriter, r *http.Request) {
	resp, err := fetch(r.Context(), "http://backend/"+r.PathValue("id"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()
	io.Copy(w, resp.Body)
}

func Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /show/{id}", show)
	return http.TimeoutHandler(mux, 5*time.Second, "too slow")
}
