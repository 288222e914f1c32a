package board

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

type Header struct {
	ID      string
	Version string
}

type (
	Tile   struct{ Title string }
	Tab    struct{ Name string }
	Filter struct{ Field string }
)

type Board struct {
	Header  Header
	Tiles   []Tile
	Tabs    []Tab
	Filters []Filter
}

type Reader struct {
	base string
	hc   *http.Client
}

func NewReader(base string) *Reader {
	return &Reader{base: base, hc: &http.Client{Timeout: 4 * time.Second}}
}

func fetch[T any](ctx context.Context, r *Reader, path string) (T, error) {
	var out T
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.base+path, nil)
	if err != nil {
		return out, err
	}
	resp, err := r.hc.Do(req)
	if err != nil {
		return out, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return out, fmt.Errorf("%s: %s", path, resp.Status)
	}
	err = json.NewDecoder(resp.Body).Decode(&out)
	return out, err
}

func (r *Reader) Board(ctx context.Context, slug string) (b Board, err error) {
	if b.Header, err = fetch[Header](ctx, r, "/boards/"+slug); err != nil {
		return Board{}, err
	}
	v := b.Header.Version
	if b.Tiles, err = fetch[[]Tile](ctx, r, "/versions/"+v+"/tiles"); err != nil { // alt:seqcalls
		return Board{}, err
	}
	if b.Tabs, err = fetch[[]Tab](ctx, r, "/versions/"+v+"/tabs"); err != nil { // want:seqcalls
		return Board{}, err
	}
	if b.Filters, err = fetch[[]Filter](ctx, r, "/versions/"+v+"/filters"); err != nil { // alt:seqcalls
		return Board{}, err
	}
	return b, nil
}
