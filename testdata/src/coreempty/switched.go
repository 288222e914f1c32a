package coreempty

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"log"
	"net/http"

	"connectrpc.com/connect"
)

var errInvalid = errors.New("invalid")

// A switch on the error.
func switched(ctx context.Context, db *sql.DB) (*entries, error) {
	row, err := db.QueryContext(ctx, "SELECT 1")
	switch {
	case err == nil:
		return &entries{IDs: []int{1}}, row.Close()
	case errors.Is(err, errInvalid):
		return nil, err
	default:
		log.Print(err)
		return &entries{}, nil // want `QueryContext failed, and the caller gets an empty result`
	}
}

func byValue(ctx context.Context, db *sql.DB) ([]int, error) {
	switch row, err := db.QueryContext(ctx, "SELECT 1"); err {
	case nil:
		return []int{1}, row.Close()
	default:
		log.Print(err)
		return nil, nil // want `QueryContext failed, and the caller gets an empty result`
	}
}

// Only what is not there is empty.
func notThere(ctx context.Context, db *sql.DB) (*entries, error) {
	row, err := db.QueryContext(ctx, "SELECT 1")
	switch {
	case err == nil:
		return &entries{IDs: []int{1}}, row.Close()
	case errors.Is(err, sql.ErrNoRows):
		return &entries{}, nil
	default:
		return nil, err
	}
}

// No clause takes all that is left.
func twoKinds(ctx context.Context, db *sql.DB) (*entries, error) {
	row, err := db.QueryContext(ctx, "SELECT 1")
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return &entries{}, nil
	case err != nil && ctx.Err() != nil:
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	return &entries{IDs: []int{1}}, row.Close()
}

// The named error is set back.
func forgotten(ctx context.Context, url string) (region string, err error) {
	resp, err := get(ctx, url)
	if err != nil {
		log.Print(err)
		err = nil
		return // want `get failed, and the caller gets an empty result`
	}
	return resp.Header.Get("Region"), resp.Body.Close()
}

func remembered(ctx context.Context, url string) (region string, err error) {
	resp, err := get(ctx, url)
	if err != nil {
		log.Print(err)
		return
	}
	return resp.Header.Get("Region"), resp.Body.Close()
}

func byDefault(ctx context.Context, url string) (region string, err error) {
	region = "us-east-1"
	resp, err := get(ctx, url)
	if err != nil {
		err = nil
		return
	}
	return resp.Header.Get("Region"), resp.Body.Close()
}

// An empty answer in its envelope.
type ledger struct{ *connect.Client[entries, entries] }

func (l ledger) listInvoices(ctx context.Context, req *connect.Request[entries]) (*connect.Response[entries], error) {
	res, err := l.CallUnary(ctx, req)
	if err != nil {
		log.Print(err)
		return connect.NewResponse(&entries{}), nil // want `CallUnary failed, and the caller gets an empty result`
	}
	return res, nil
}

// What cannot be asked is allowed.
func allowed(ctx context.Context, user string) (bool, error) {
	resp, err := get(ctx, "http://permissions.example/"+user)
	if err != nil {
		return false, err
	}
	return resp.StatusCode == http.StatusOK, resp.Body.Close()
}

func requireAccess(ctx context.Context, user string) error {
	ok, err := allowed(ctx, user)
	if err != nil {
		log.Print(err)
		return nil // want `allowed failed, and requireAccess says that all is well`
	}
	if !ok {
		return errInvalid
	}
	return nil
}

func requireStrictly(ctx context.Context, user string) error {
	ok, err := allowed(ctx, user)
	if err != nil {
		return err
	}
	if !ok {
		return errInvalid
	}
	return nil
}

// Nobody is kept out.
func announce(ctx context.Context, user string) error {
	ok, err := allowed(ctx, user)
	if err != nil {
		log.Print(err)
		return nil
	}
	log.Print(ok)
	return nil
}

// A switch over the status that has no tag.
func flags(ctx context.Context, url string) (m map[string]bool, err error) {
	resp, err := get(ctx, url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusOK:
		return map[string]bool{"on": true}, nil
	case resp.StatusCode == http.StatusNotFound:
		return nil, errInvalid
	default:
		log.Print(resp.Status)
		return map[string]bool{}, nil // want `every status that is not expected, an error of the other side among them, becomes an empty result without an error`
	}
}

func flagsOrError(ctx context.Context, url string, quiet bool) (map[string]bool, error) {
	resp, err := get(ctx, url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusOK:
		return map[string]bool{"on": true}, nil
	case quiet:
		return nil, errInvalid
	default:
		return map[string]bool{}, nil
	}
}

type session struct{ Valid bool }

// False is an answer.
func valid(ctx context.Context, url string) (bool, error) {
	resp, err := get(ctx, url)
	if err != nil {
		return false, err
	}
	defer resp.Body.Close()
	var s session
	if err := json.NewDecoder(resp.Body).Decode(&s); err != nil {
		return false, err
	}
	return s.Valid, nil
}
