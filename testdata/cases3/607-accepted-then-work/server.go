package server

import (
	"context"
	"encoding/json"
	"net/http"
	"time"
)

type message struct{ Session, Method string }

type Server struct {
	hc   *http.Client
	tool string
}

func New(tool string) *Server { return &Server{hc: &http.Client{Timeout: time.Minute}, tool: tool} }

func (s *Server) handle(ctx context.Context, m message) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.tool+"/"+m.Method, nil)
	if err != nil {
		return err
	}
	resp, err := s.hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (s *Server) Message(w http.ResponseWriter, r *http.Request) {
	var m message
	if err := json.NewDecoder(r.Body).Decode(&m); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	ctx := context.WithoutCancel(r.Context())
	go func() {
		ctx, cancel := context.WithTimeout(ctx, time.Minute)
		defer cancel()
		_ = s.handle(ctx, m)
	}()
	w.WriteHeader(http.StatusAccepted)
}
