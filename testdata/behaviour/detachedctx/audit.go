// Package detachedctx writes down what users do, and asks for them, under contexts of its own.
package detachedctx

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"time"
)

type Audit struct {
	DB   *sql.DB
	HTTP *http.Client
	// Done is called when a note that was left behind is written.
	Done func(error)
}

// Last reads under a root of its own.
func (a *Audit) Last(ctx context.Context, user string) (n int, err error) {
	err = a.DB.QueryRowContext(context.Background(), "SELECT n FROM audit", user).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("audit of %s: %w", user, err)
	}
	return n, nil
}

// Write writes under a root of its own.
func (a *Audit) Write(ctx context.Context, user string) error {
	_, err := a.DB.ExecContext(context.TODO(), "INSERT audit", user)
	return err
}

// Ask gives the call its own time.
func (a *Audit) Ask(ctx context.Context, user string) (int, error) {
	tctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(tctx, http.MethodGet, "http://audit.example.com/ask/"+user, nil)
	if err != nil {
		return 0, err
	}
	resp, err := a.HTTP.Do(req)
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, resp.Body.Close()
}

// Move keeps its root in a variable that two calls share, of which the second answers the first one's failure.
func (a *Audit) Move(ctx context.Context, user string) error {
	own := context.Background()
	if _, err := a.DB.ExecContext(own, "UPDATE audit", user); err != nil {
		if _, undo := a.DB.ExecContext(own, "UPDATE audit back", user); undo != nil {
			return errors.Join(err, undo)
		}
		return fmt.Errorf("moved back: %w", err)
	}
	return nil
}

// Note is meant to be written after the request has been answered.
func (a *Audit) Note(ctx context.Context, user string) error {
	if _, err := a.DB.ExecContext(ctx, "INSERT audit", user); err != nil {
		return err
	}
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		_, err := a.DB.ExecContext(ctx, "INSERT note", user)
		a.Done(err)
	}()
	return nil
}

// Remark is left behind as well, with no time of its own.
func (a *Audit) Remark(ctx context.Context, user string) error {
	go func() {
		_, err := a.DB.ExecContext(context.Background(), "INSERT remark", user)
		a.Done(err)
	}()
	_, err := a.DB.ExecContext(ctx, "INSERT audit", user)
	return err
}
