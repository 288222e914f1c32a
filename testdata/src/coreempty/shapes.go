package coreempty

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
)

type entries struct{ IDs []int }

func get(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req)
}

// An empty struct, a fresh pointer, an untouched variable.
func emptyStruct(ctx context.Context, url string) (entries, error) {
	_, err := get(ctx, url)
	if err != nil {
		fmt.Fprintf(os.Stderr, "entries: %v\n", err)
		return entries{}, nil // want `get failed, and the caller gets an empty result`
	}
	return entries{IDs: []int{1}}, nil
}

func freshPointer(ctx context.Context, url string) (*entries, error) {
	if _, err := get(ctx, url); err != nil {
		return &entries{}, nil // want `get failed, and the caller gets an empty result`
	}
	return &entries{IDs: []int{1}}, nil
}

func untouched(ctx context.Context, db *sql.DB) ([]string, error) {
	var names []string
	rows, err := db.QueryContext(ctx, "SELECT name FROM users")
	if err != nil {
		log.Print(err)
		return names, nil // want `\(\*sql.DB\).QueryContext failed`
	}
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

// The branch is the else.
func inTheElse(ctx context.Context, url string) (map[string]int, error) {
	if resp, err := get(ctx, url); err == nil {
		return map[string]int{"status": resp.StatusCode}, resp.Body.Close()
	} else {
		log.Print(err)
		return map[string]int{}, nil // want `get failed`
	}
}

// A value that is emptied, and goes on.
type token struct{ Groups []string }

func groupsOf(ctx context.Context, url string) ([]string, error) {
	resp, err := get(ctx, url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return resp.Header.Values("Group"), nil
}

func issue(ctx context.Context, url string) (*token, error) {
	groups, err := groupsOf(ctx, url)
	if err != nil {
		log.Print("groups: ", err)
		groups = nil // want `^coreempty.groupsOf failed, and groups goes on into the result as if there were none \(coreempty\)$`
	}
	return &token{Groups: groups}, nil
}

// Pages, as far as they came.
func pages(ctx context.Context, urls []string) ([]string, error) {
	var all []string
	for _, u := range urls {
		g, err := groupsOf(ctx, u)
		if err != nil {
			log.Print(err)
			break // want `^coreempty.groupsOf failed, and what came so far is returned as if it were all \(coreempty\)$`
		}
		all = append(all, g...)
	}
	return all, nil
}

// A switch on the status.
func byStatus(ctx context.Context, url string) (*entries, error) {
	resp, err := get(ctx, url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		e := new(entries)
		return e, json.NewDecoder(resp.Body).Decode(e)
	default:
		return &entries{}, nil // want `every status that is not expected`
	}
}

func byClass(ctx context.Context, url string) ([]byte, error) {
	resp, err := get(ctx, url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 {
		return nil, nil // want `every status that is not expected`
	}
	return io.ReadAll(resp.Body)
}

// Nobody looks at the status.
func blind(ctx context.Context, url string) (e entries, err error) {
	resp, err := get(ctx, url)
	if err != nil {
		return e, err
	}
	defer resp.Body.Close()
	err = json.NewDecoder(resp.Body).Decode(&e) // want `^the body is decoded whatever the status of resp is: an error page without the expected fields becomes an empty result \(coreempty/status\)$`
	return e, err
}

func blindlyRead(ctx context.Context, url string) (e entries, err error) {
	resp, err := get(ctx, url)
	if err != nil {
		return e, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return e, err
	}
	return e, json.Unmarshal(body, &e) // want `coreempty/status`
}

// The contract says what is core, in a directive here.
//
//budgetlint:downstream name=user-service core read
func user(ctx context.Context, id string) (*entries, error) { return freshUser(ctx, id) }

func freshUser(ctx context.Context, id string) (*entries, error) {
	_, err := get(ctx, "http://users.example/"+id)
	return nil, err
}

func dropped(ctx context.Context) *entries {
	u, _ := user(ctx, "1") // want `^the failure of user-service \(coreempty.user\), which its directive calls core, is dropped \(coreempty/core\)$`
	return u
}

func logged(ctx context.Context) *entries {
	u, err := user(ctx, "1")
	if err != nil {
		log.Print(err) // want `is only logged \(coreempty/core\)`
	}
	return u
}

func answered(ctx context.Context) (*entries, error) {
	u, err := user(ctx, "1")
	if err != nil {
		return nil, nil // want `becomes a result without an error \(coreempty/core\)`
	}
	return u, nil
}

// Through a function that does nothing else.
func touch(ctx context.Context, id string) error {
	if _, err := user(ctx, id); err != nil {
		return fmt.Errorf("touch: %w", err)
	}
	return nil
}

func touched(ctx context.Context) (*entries, error) {
	_ = touch(ctx, "1") // want `^the failure of user-service \(coreempty.touch\), which its directive calls core, is dropped \(coreempty/core\)$`
	return user(ctx, "1")
}
