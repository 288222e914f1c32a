// none: the handler is registered under http.TimeoutHandler, which puts a deadline on the request's context

package show

import (
	"io"
	"net/http"
	"time"
)

type Server struct {
	upstream string
	hc       *http.Client
}

func New(upstream string) *Server { return &Server{upstream: upstream, hc: new(http.Client)} }

func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /show", http.TimeoutHandler(http.HandlerFunc(s.show), 4*time.Second, "upstream too slow"))
	return mux
}

func (s *Server) show(w http.ResponseWriter, r *http.Request) {
	req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, s.upstream, nil)
	if err != nil {
		http.Error(w, "bad upstream", http.StatusInternalServerError)
		return
	}
	resp, err := s.hc.Do(req)
	if err != nil {
		http.Error(w, "upstream", http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()
	w.WriteHeader(resp.StatusCode)
	_, _ = io.Copy(w, resp.Body)
}
