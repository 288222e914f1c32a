// none: failing providers are left out and only fewer than two answers are an error

package price

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

const quorum = 2

var ErrNoQuorum = errors.New("too few price providers answered")

type Provider struct {
	Name, URL string
}

type Feed struct {
	hc        *http.Client
	providers []Provider
}

func New(providers ...Provider) *Feed {
	return &Feed{hc: &http.Client{Timeout: 3 * time.Second}, providers: providers}
}

func (f *Feed) ask(ctx context.Context, p Provider) (float64, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.URL, nil)
	if err != nil {
		return 0, err
	}
	resp, err := f.hc.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("%s: %s", p.Name, resp.Status)
	}
	b, err := io.ReadAll(io.LimitReader(resp.Body, 64))
	if err != nil {
		return 0, err
	}
	return strconv.ParseFloat(strings.TrimSpace(string(b)), 64)
}

// Median returns the middle of the answers.
func (f *Feed) Median(ctx context.Context) (float64, error) {
	var got []float64
	for _, p := range f.providers {
		v, err := f.ask(ctx, p)
		if err != nil {
			slog.WarnContext(ctx, "price provider", "name", p.Name, "err", err)
			continue
		}
		got = append(got, v)
	}
	if len(got) < quorum {
		return 0, fmt.Errorf("%w: %d of %d", ErrNoQuorum, len(got), len(f.providers))
	}
	slices.Sort(got)
	return got[len(got)/2], nil
}
