package publish

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

const (
	overall  = 5 * time.Second
	perTry   = 2 * time.Second
	pause    = time.Second
	attempts = 4
)

type Registry struct {
	base string
	hc   *http.Client
}

func New(base string) *Registry { return &Registry{base: base, hc: &http.Client{}} }

func (r *Registry) head(ctx context.Context, tag string) error {
	ctx, cancel := context.WithTimeout(ctx, perTry) // alt:overbudget
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, r.base+"/manifests/"+tag, nil)
	if err != nil {
		return err
	}
	resp, err := r.hc.Do(req)
	if err != nil {
		return err
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("manifest %s: %s", tag, resp.Status)
	}
	return nil
}

// Published asks four times whether the tag is there.
func (r *Registry) Published(ctx context.Context, tag string) error {
	ctx, cancel := context.WithTimeout(ctx, overall) // alt:overbudget
	defer cancel()
	var errs []error
	for n := range attempts { // want:overbudget
		if n > 0 {
			select {
			case <-ctx.Done():
				return errors.Join(append(errs, ctx.Err())...)
			case <-time.After(pause):
			}
		}
		err := r.head(ctx, tag) // alt:overbudget
		if err == nil {
			return nil
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}
