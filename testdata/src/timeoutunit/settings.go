package timeoutunit

import (
	"net/http"
	"time"
)

type settings struct {
	TimeoutMs    int64
	IdleSeconds  int
	Wait         int     `json:"wait_seconds"`
	GraceSeconds float64 // may be half a second
}

func fromSettings(s settings) *http.Server {
	return &http.Server{
		ReadTimeout:       time.Duration(s.TimeoutMs),    // want `TimeoutMs says milliseconds`
		IdleTimeout:       time.Duration(s.IdleSeconds),  // want `IdleSeconds says seconds`
		WriteTimeout:      time.Duration(s.Wait),         // want `"wait_seconds" says seconds`
		ReadHeaderTimeout: time.Duration(s.GraceSeconds), // want `GraceSeconds says seconds`
	}
}

func fromMap(m map[string]int) time.Duration {
	return time.Duration(m["retry_after_seconds"]) // want `"retry_after_seconds" says seconds`
}
