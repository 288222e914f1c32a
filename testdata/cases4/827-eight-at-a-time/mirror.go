// none: items are cut into chunks of a constant size and each chunk is awaited before the next

package mirror

import (
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

const batch = 8

type Mirror struct {
	dir string
	hc  *http.Client
}

func New(dir string) *Mirror {
	return &Mirror{dir: dir, hc: &http.Client{Timeout: 2 * time.Minute}}
}

func (m *Mirror) save(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := m.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return &os.PathError{Op: "fetch", Path: url, Err: os.ErrInvalid}
	}
	f, err := os.Create(filepath.Join(m.dir, filepath.Base(url)))
	if err != nil {
		return err
	}
	if _, err := io.Copy(f, resp.Body); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// Run fetches all urls and returns the failures by url.
func (m *Mirror) Run(ctx context.Context, urls []string) map[string]error {
	var mu sync.Mutex
	failed := map[string]error{}
	for part := range slices.Chunk(urls, batch) {
		var wg sync.WaitGroup
		for _, u := range part {
			wg.Go(func() {
				if err := m.save(ctx, u); err != nil {
					mu.Lock()
					failed[u] = err
					mu.Unlock()
				}
			})
		}
		wg.Wait()
	}
	return failed
}
