package coreempty

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
)

// What came is looked at.
func hitsIfAny(ctx context.Context, url string) (string, error) {
	h, _ := search(ctx, url)
	if h != nil && len(h.Names) > 0 {
		return h.Names[0], nil
	}
	return "", nil
}

func groupsOrGuests(ctx context.Context, url string) ([]string, error) {
	groups, _ := groupsOf(ctx, url)
	if len(groups) == 0 {
		groups = []string{"guests"}
	}
	return groups, nil
}

func byLength(ctx context.Context, url string) (*token, error) {
	t := &token{}
	t.Groups, _ = groupsOf(ctx, url)
	if t.Groups == nil {
		return nil, fmt.Errorf("no groups at %s", url)
	}
	return t, nil
}

func loggedAndLooked(ctx context.Context, url string) (*hits, error) {
	h, err := search(ctx, url)
	if err != nil {
		log.Print(err)
	}
	if h == nil {
		return nil, fmt.Errorf("search: nothing from %s", url)
	}
	return h, nil
}

// Who is given it may look.
func handedOn(ctx context.Context, url string) (int, error) {
	h, _ := search(ctx, url)
	return h.count()
}

func (h *hits) count() (int, error) {
	if h == nil {
		return 0, fmt.Errorf("nothing")
	}
	return h.Total, nil
}

func merged(ctx context.Context, url string) ([]string, error) {
	groups, _ := groupsOf(ctx, url)
	return orGuests(groups), nil
}

func orGuests(groups []string) []string {
	if len(groups) == 0 {
		return []string{"guests"}
	}
	return groups
}

// It is only told to the log.
func onlyTold(ctx context.Context, url string, status int) error {
	groups, _ := groupsOf(ctx, url)
	log.Printf("%v: status %d", groups, status)
	return fmt.Errorf("status %d", status)
}

// Something else takes its place.
func replaced(ctx context.Context, url string) ([]string, error) {
	groups, _ := groupsOf(ctx, url)
	groups = []string{"guests"}
	return groups, nil
}

// The failure is returned in another way.
func withError(ctx context.Context, url string) ([]string, error) {
	groups, _ := groupsOf(ctx, url)
	return groups, fmt.Errorf("partial answer of %s", url)
}

// It is logged, and returned as well.
func namedResult(ctx context.Context, url string) (groups []string, err error) {
	groups, err = groupsOf(ctx, url)
	if err != nil {
		log.Print(err)
	}
	return
}

func returnedLater(ctx context.Context, url string) (*token, error) {
	groups, err := groupsOf(ctx, url)
	if err != nil {
		log.Print(err)
	}
	t := &token{Groups: groups}
	return t, err
}

// The process ends.
func orExit(url string) string {
	resp, err := http.Get(url)
	if err != nil {
		printAndExit("no answer: %v", err)
	}
	defer resp.Body.Close()
	return resp.Status
}

func printAndExit(format string, args ...any) {
	fmt.Fprintf(os.Stderr, format, args...)
	os.Exit(1)
}

// Only where it went well.
func wentWell(ctx context.Context, url string) (*token, error) {
	t := &token{}
	if groups, err := groupsOf(ctx, url); err == nil {
		t.Groups = groups
	} else {
		log.Print(err)
	}
	return t, nil
}

// It has no way to tell of it, and nothing breaks.
func noWay(ctx context.Context, url string) []string {
	groups, _ := groupsOf(ctx, url)
	return groups
}

// A clean-up does what it can.
func closeAll(ctx context.Context, url string) error {
	groups, _ := groupsOf(ctx, url)
	for _, g := range groups {
		fmt.Println("closed", g)
	}
	return nil
}

// The body says whether it is one.
func decoded(w http.ResponseWriter, r *http.Request) {
	groups, _ := groupsOf(r.Context(), "http://groups.example")
	if err := json.NewEncoder(w).Encode(orGuests(groups)); err != nil {
		log.Print(err)
	}
}

// The failure becomes a part of the result.
type finding struct {
	Groups []string
	Errors []string
}

func (f *finding) AddError(err error) { f.Errors = append(f.Errors, err.Error()) }

func found(ctx context.Context, url string) (*finding, error) {
	f := &finding{}
	var err error
	if f.Groups, err = groupsOf(ctx, url); err != nil {
		f.AddError(err)
	}
	return f, nil
}
