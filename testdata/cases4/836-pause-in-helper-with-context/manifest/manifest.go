package manifest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"cases/836-pause-in-helper-with-context/clock"
)

type transient struct{ error }

type Registry struct {
	base string
	hc   *http.Client
}

func New(base string) *Registry {
	return &Registry{base: base, hc: &http.Client{Timeout: 5 * time.Second}}
}

func (r *Registry) pull(ctx context.Context, ref string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.base+"/manifests/"+ref, nil)
	if err != nil {
		return nil, err
	}
	resp, err := r.hc.Do(req)
	if err != nil {
		return nil, transient{err}
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 500 {
		return nil, transient{errors.New(resp.Status)}
	}
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("manifest %s: %s", ref, resp.Status)
	}
	return io.ReadAll(resp.Body)
}

func (r *Registry) Pull(ctx context.Context, ref string) (data []byte, err error) {
	for i := 0; ; i++ {
		data, err = r.pull(ctx, ref)
		var t transient
		if err == nil || !errors.As(err, &t) || i == 3 {
			return data, err
		}
		if werr := clock.Pause(ctx, 250*time.Millisecond<<i); werr != nil {
			return nil, errors.Join(err, werr)
		}
	}
}
