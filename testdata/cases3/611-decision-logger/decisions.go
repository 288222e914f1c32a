package decisions

import (
	"context"
	"net/http"
)

type Info struct{ Path string }

type Server struct {
	logger func(context.Context, *Info) error
}

func (s *Server) WithLogger(f func(context.Context, *Info) error) *Server {
	s.logger = f
	return s
}

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.logger != nil {
		if err := s.logger(context.WithoutCancel(r.Context()), &Info{Path: r.URL.Path}); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
	}
	w.WriteHeader(http.StatusOK)
}
