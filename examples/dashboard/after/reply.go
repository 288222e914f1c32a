package main

import (
	"encoding/json"
	"log/slog"
	"net/http"
)

func fail(w http.ResponseWriter, status int, code, service string) {
	var f Failure
	f.Error.Code, f.Error.Service = code, service
	reply(w, status, f)
}

func reply(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(v); err != nil {
		slog.Warn("answer not sent", "error", err)
	}
}
