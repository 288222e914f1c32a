// none: thumbnails and transcripts have a semaphore each, so neither can take the other's slots

package media

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"golang.org/x/sync/semaphore"
)

type limited struct {
	base  string
	slots *semaphore.Weighted
	hc    *http.Client
}

func newLimited(base string, slots int64, limit time.Duration) *limited {
	return &limited{base: base, slots: semaphore.NewWeighted(slots), hc: &http.Client{Timeout: limit}}
}

func (l *limited) get(ctx context.Context, path string) ([]byte, error) {
	if err := l.slots.Acquire(ctx, 1); err != nil {
		return nil, fmt.Errorf("no slot for %s: %w", path, err)
	}
	defer l.slots.Release(1)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, l.base+path, nil)
	if err != nil {
		return nil, err
	}
	resp, err := l.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", path, resp.Status)
	}
	return io.ReadAll(resp.Body)
}

type Media struct {
	thumbs      *limited
	transcripts *limited
}

func New(thumbs, transcripts string) *Media {
	return &Media{
		thumbs:      newLimited(thumbs, 40, time.Second),
		transcripts: newLimited(transcripts, 4, 20*time.Second),
	}
}

func (m *Media) Thumb(ctx context.Context, id string) ([]byte, error) {
	return m.thumbs.get(ctx, "/thumbs/"+id)
}

func (m *Media) Transcript(ctx context.Context, id string) ([]byte, error) {
	return m.transcripts.get(ctx, "/transcripts/"+id)
}
