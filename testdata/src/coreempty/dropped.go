package coreempty

import (
	"context"
	"database/sql"
	"encoding/json"
	"log"
	"net/http"
)

type hits struct {
	Total int
	Names []string
}

func search(ctx context.Context, url string) (*hits, error) {
	resp, err := get(ctx, url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if err := check(resp); err != nil {
		return nil, err
	}
	h := new(hits)
	return h, json.NewDecoder(resp.Body).Decode(h)
}

// What the call gave is read, returned, ranged over, put into a result.
func firstHit(ctx context.Context, url string) (string, error) {
	h, _ := search(ctx, url) // want `^the failure of coreempty.search is dropped, and h is used as if it had answered \(coreempty/dropped\)$`
	for _, n := range h.Names {
		return n, nil
	}
	return "", nil
}

func groupsOrNone(ctx context.Context, url string) ([]string, error) {
	groups, _ := groupsOf(ctx, url) // want `the failure of coreempty.groupsOf is dropped, and groups is used as if it had answered`
	return groups, nil
}

func issueBlindly(ctx context.Context, url string) (*token, error) {
	groups, _ := groupsOf(ctx, url) // want `groups is used as if it had answered`
	t := &token{}
	t.Groups = groups
	return t, nil
}

func issueIntoField(ctx context.Context, url string) (*token, error) {
	t := &token{}
	t.Groups, _ = groupsOf(ctx, url) // want `Groups is used as if it had answered`
	return t, nil
}

func allNames(ctx context.Context, db *sql.DB) (names []string, err error) {
	rows, _ := db.QueryContext(ctx, "SELECT name FROM users") // want `the failure of \(\*sql.DB\).QueryContext is dropped, and rows is used as if it had answered`
	defer rows.Close()
	for rows.Next() {
		var n string
		if err := rows.Scan(&n); err != nil {
			return nil, err
		}
		names = append(names, n)
	}
	return names, rows.Err()
}

func more(ctx context.Context, urls []string) ([]string, error) {
	var all []string
	for _, u := range urls {
		g, _ := groupsOf(ctx, u) // want `g is used as if it had answered`
		all = append(all, g...)
	}
	return all, nil
}

// The log knows of it, and nobody else.
func onlyLogged(ctx context.Context, url string) (*hits, error) {
	h, err := search(ctx, url) // want `^the failure of coreempty.search is only logged, and h is used as if it had answered \(coreempty/dropped\)$`
	if err != nil {
		log.Printf("search: %v", err)
	}
	h.Total = len(h.Names)
	return h, nil
}

// What is asked of it is a field, which no answer has not.
func withTotal(ctx context.Context, url string, t *token) error {
	h, err := search(ctx, url) // want `the failure of coreempty.search is only logged, and h is used as if it had answered`
	if err != nil {
		log.Printf("search: %v", err)
	}
	if h.Total > 0 {
		t.Groups = h.Names
	}
	return nil
}

func intoField(ctx context.Context, url string) (*token, error) {
	t := new(token)
	var err error
	if t.Groups, err = groupsOf(ctx, url); err != nil { // want `the failure of coreempty.groupsOf is only logged, and Groups is used as if it had answered`
		log.Printf("groups: %v", err)
	}
	return t, nil
}

// A handler answers with it.
func answeredWith(w http.ResponseWriter, r *http.Request) {
	groups, _ := groupsOf(r.Context(), "http://groups.example") // want `groups is used as if it had answered`
	json.NewEncoder(w).Encode(groups)
}

// A write, and nothing to tell it to: but the answer to it is nil.
func notify(req *http.Request) {
	resp, _ := http.DefaultClient.Do(req) // want `resp is used as if it had answered`
	defer resp.Body.Close()
}
