package app

import (
	"context"
	"database/sql"
	"net/http"
	"os/signal"
	"syscall"
	"time"
)

func Run(ctx context.Context, db *sql.DB) error {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM)
	defer stop()
	srv := &http.Server{Addr: ":8080", ReadHeaderTimeout: time.Second}
	failed := make(chan error, 1)
	go func() { failed <- srv.ListenAndServe() }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	last, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := srv.Shutdown(last); err != nil {
		return err
	}
	_, err := db.ExecContext(last, "UPDATE nodes SET up=0")
	return err
}
