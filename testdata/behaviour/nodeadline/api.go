// Package nodeadline asks services that may never answer.
package nodeadline

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
)

var plain = &http.Client{}

// Version uses everybody's client, twice.
func Version() (string, error) {
	resp, err := http.Get("http://api.example.com/version")
	if err != nil {
		return "", fmt.Errorf("version: %w", err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return "", err
	}
	said, err := http.Post("http://api.example.com/seen", "text/plain", strings.NewReader("v1"))
	if err != nil {
		return "", fmt.Errorf("seen: %w", err)
	}
	return string(text), said.Body.Close()
}

// Open hands on a body that is still to be read.
func Open(id string) (io.ReadCloser, error) {
	resp, err := plain.Get("http://api.example.com/files/" + id)
	if err != nil {
		return nil, err
	}
	return resp.Body, nil
}

// Copy hands on a body under a root context: a deadline that ends here would cut it off.
func Copy(transport http.RoundTripper, id string) (io.ReadCloser, error) {
	hc := &http.Client{Transport: transport}
	req, err := http.NewRequestWithContext(context.Background(), http.MethodGet, "http://api.example.com/copies/"+id, nil)
	if err != nil {
		return nil, err
	}
	resp, err := hc.Do(req)
	if err != nil {
		return nil, err
	}
	return resp.Body, nil
}

// Job asks a database that nobody limits.
func Job(db *sql.DB) (n int, err error) {
	if err := db.Ping(); err != nil {
		return 0, fmt.Errorf("ping: %w", err)
	}
	rows, err := db.Query("SELECT n FROM jobs")
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	for rows.Next() {
		var one int
		if err := rows.Scan(&one); err != nil {
			return 0, err
		}
		n += one
	}
	if err := rows.Err(); err != nil {
		return 0, err
	}
	_, err = db.Exec("DELETE jobs")
	return n, err
}

// Rows hands its rows on.
func Rows(db *sql.DB) (*sql.Rows, error) {
	return db.QueryContext(context.Background(), "SELECT n FROM jobs")
}

// API answers requests out of what it asks.
type API struct {
	HTTP *http.Client
	Note func(ctx context.Context) error
}

// NewAPI makes the client that the handlers use.
func NewAPI(transport http.RoundTripper, note func(ctx context.Context) error) *API {
	return &API{&http.Client{Transport: transport}, note}
}

// ServeHTTP asks twice, and leaves a note behind.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	price, err := a.get(r.Context(), "/prices/7")
	if err != nil {
		http.Error(w, "price: "+err.Error(), http.StatusBadGateway)
		return
	}
	left := context.WithoutCancel(r.Context())
	go func() { _ = a.Note(left) }()
	stock, err := a.get(r.Context(), "/stock/7")
	if err != nil {
		http.Error(w, "stock: "+err.Error(), http.StatusBadGateway)
		return
	}
	fmt.Fprint(w, price, " ", stock)
}

func (a *API) get(ctx context.Context, path string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://api.example.com"+path, nil)
	if err != nil {
		return "", err
	}
	resp, err := a.HTTP.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	var v struct{ ID string }
	err = json.NewDecoder(resp.Body).Decode(&v)
	return v.ID, err
}

// Handler asks with everybody's client under the request's context.
func Handler(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://api.example.com/pages/7", nil)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()
	if _, err := io.Copy(w, resp.Body); err != nil {
		panic(http.ErrAbortHandler)
	}
}
