package settings

import (
	"database/sql"
	"net/http"
	"time"
)

type Settings struct {
	TimeoutMs    int64
	IdleSeconds  int
	BackoffNanos int64
	MaxConns     int
}

func (s Settings) Client() *http.Client {
	return &http.Client{Timeout: time.Duration(s.TimeoutMs) * time.Millisecond}
}

func (s Settings) Pool(db *sql.DB) {
	db.SetMaxOpenConns(30)
	db.SetConnMaxIdleTime(time.Second * time.Duration(s.IdleSeconds))
	db.SetConnMaxLifetime(0)
}

func (s Settings) Backoff() time.Duration { return time.Duration(s.BackoffNanos) }

func Since(ns int64) time.Duration { return time.Since(time.Unix(0, ns)).Round(1e6) }
