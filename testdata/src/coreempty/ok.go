package coreempty

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
)

// What is not there is an answer.
func theme(ctx context.Context, db *sql.DB, user string) (string, error) {
	var t string
	err := db.QueryRowContext(ctx, "SELECT theme FROM prefs WHERE user=?", user).Scan(&t)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return t, err
}

func told(ctx context.Context, url string) (*entries, error) {
	_, err := groupsOf(ctx, url)
	if err != nil {
		if errors.Is(err, io.EOF) {
			return nil, nil
		}
		return nil, err
	}
	return &entries{}, nil
}

// Not found is a status like others.
func byNotFound(ctx context.Context, url string) (*entries, error) {
	resp, err := get(ctx, url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound {
		return nil, nil
	}
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("entries: %s", resp.Status)
	}
	e := new(entries)
	return e, json.NewDecoder(resp.Body).Decode(e)
}

// A lone bool says "not yet".
func ready(ctx context.Context, url string) (bool, error) {
	if _, err := get(ctx, url); err != nil {
		return false, nil
	}
	return true, nil
}

// The next one may answer.
func firstOf(ctx context.Context, urls []string) ([]string, error) {
	err := errors.New("none")
	for _, u := range urls {
		g, failed := groupsOf(ctx, u)
		if failed != nil {
			err = failed
			continue
		}
		return g, nil
	}
	return nil, err
}

// The failure is a part of the result.
type answer struct {
	Groups []string
	Err    error
}

func kept(ctx context.Context, url string) (answer, error) {
	g, err := groupsOf(ctx, url)
	if err != nil {
		return answer{Err: err}, nil
	}
	return answer{Groups: g}, nil
}

func keptList(ctx context.Context, urls []string) ([]string, []error) {
	var all []string
	var errs []error
	for _, u := range urls {
		g, err := groupsOf(ctx, u)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		all = append(all, g...)
	}
	return all, errs
}

// A default stands in for it.
func withDefault(ctx context.Context, url string) (*token, error) {
	groups, err := groupsOf(ctx, url)
	if err != nil {
		log.Print(err)
		groups = []string{"guests"}
	}
	return &token{Groups: groups}, nil
}

// Somebody else looks at the answer.
func checked(ctx context.Context, url string) (e entries, err error) {
	resp, err := get(ctx, url)
	if err != nil {
		return e, err
	}
	defer resp.Body.Close()
	if err := check(resp); err != nil {
		return e, err
	}
	return e, json.NewDecoder(resp.Body).Decode(&e)
}

func check(resp *http.Response) error {
	if resp.StatusCode/100 != 2 {
		return errors.New(resp.Status)
	}
	return nil
}

// A handler answers in its own way.
func handler(w http.ResponseWriter, r *http.Request) {
	g, err := groupsOf(r.Context(), "http://groups.example")
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	fmt.Fprintln(w, g)
}

// Nothing but the error comes back: the log line is all that this does.
func warm(ctx context.Context, url string) error {
	if _, err := groupsOf(ctx, url); err != nil {
		log.Print(err)
		return nil
	}
	return nil
}

// A directive says that it may be missing.
//
//budgetlint:downstream name=hints degradable read
func hints(ctx context.Context) ([]string, error) { return groupsOf(ctx, "http://hints.example") }

func withoutHints(ctx context.Context) (*token, error) {
	h, err := hints(ctx)
	if err != nil {
		log.Print(err)
		h = nil
	}
	return &token{Groups: h}, nil
}

// A core downstream's failure is handed on.
func page(ctx context.Context) (*entries, error) {
	u, err := user(ctx, "1")
	if err != nil {
		return nil, fmt.Errorf("page: %w", err)
	}
	return u, nil
}

// An error page is no list, and says what it is where there is a field for that.
func decodedList(ctx context.Context, url string) (ids []int, err error) {
	resp, err := get(ctx, url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return ids, json.NewDecoder(resp.Body).Decode(&ids)
}

func decodedEnvelope(ctx context.Context, url string) ([]int, error) {
	resp, err := get(ctx, url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	var e struct {
		IDs         []int
		Description string `json:"error_description"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&e); err != nil {
		return nil, err
	}
	return e.IDs, nil
}

func decodedAny[T any](ctx context.Context, url string) (v T, err error) {
	resp, err := get(ctx, url)
	if err != nil {
		return v, err
	}
	defer resp.Body.Close()
	return v, json.NewDecoder(resp.Body).Decode(&v)
}

// What was decoded is judged.
func decodedAndAsked(ctx context.Context, url string) (*entries, error) {
	resp, err := get(ctx, url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	var e entries
	if err := json.NewDecoder(resp.Body).Decode(&e); err != nil {
		return nil, err
	}
	if e.IDs == nil {
		return nil, errors.New("no ids in the answer")
	}
	return &e, nil
}

// What is not found in the answer is an error.
func decodedAndSearched(ctx context.Context, url string) (int, error) {
	resp, err := get(ctx, url)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	var e entries
	if err := json.NewDecoder(resp.Body).Decode(&e); err != nil {
		return 0, err
	}
	for _, id := range e.IDs {
		return id, nil
	}
	return 0, errors.New("none")
}

// The function that asks looks at the status.
func getWell(ctx context.Context, url string) (*http.Response, error) {
	resp, err := get(ctx, url)
	if err != nil {
		return nil, err
	}
	return resp, check(resp)
}

func decodedWell(ctx context.Context, url string) (e entries, err error) {
	resp, err := getWell(ctx, url)
	if err != nil {
		return e, err
	}
	defer resp.Body.Close()
	return e, json.NewDecoder(resp.Body).Decode(&e)
}

// Bad statuses are dealt with before, and false is an answer.
func login(ctx context.Context, url string) (who string, valid bool, err error) {
	resp, err := get(ctx, url)
	if err != nil {
		return "", false, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusCreated {
		return "", false, nil
	}
	return resp.Header.Get("Who"), true, nil
}

func afterOthers(ctx context.Context, url string) (*entries, error) {
	resp, err := get(ctx, url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		return nil, errors.New(resp.Status)
	}
	if resp.StatusCode != http.StatusOK {
		return nil, nil
	}
	e := new(entries)
	return e, json.NewDecoder(resp.Body).Decode(e)
}

// Nobody is told of any failure here.
func statsOrNone(ctx context.Context, url string) (e entries) {
	resp, err := get(ctx, url)
	if err != nil {
		return e
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(&e); err != nil {
		return entries{}
	}
	return e
}

// Two of them: whose failure it is, is not known.
func touchBoth(ctx context.Context) error {
	if _, err := hints(ctx); err != nil {
		return err
	}
	_, err := user(ctx, "1")
	return err
}

func best(ctx context.Context) (*entries, error) {
	_ = touchBoth(ctx)
	return user(ctx, "1")
}
