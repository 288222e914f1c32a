// none: each target keeps its own error in its result and the others stay usable

package mount

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"go.uber.org/multierr"
	"golang.org/x/sync/errgroup"
)

type Fetched struct {
	Name string
	Data []byte
	Err  error
}

type Vault struct {
	base string
	hc   *http.Client
}

func New(base string) *Vault { return &Vault{base: base, hc: &http.Client{Timeout: 5 * time.Second}} }

func (v *Vault) read(ctx context.Context, name string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, v.base+"/secrets/"+name, nil)
	if err != nil {
		return nil, err
	}
	resp, err := v.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("secret %s: %s", name, resp.Status)
	}
	return io.ReadAll(resp.Body)
}

// All returns what could be read together with the errors of the rest.
func (v *Vault) All(ctx context.Context, names []string) ([]Fetched, error) {
	out := make([]Fetched, len(names))
	var g errgroup.Group
	g.SetLimit(5)
	for i, name := range names {
		g.Go(func() error {
			data, err := v.read(ctx, name)
			out[i] = Fetched{Name: name, Data: data, Err: err}
			return nil
		})
	}
	_ = g.Wait()
	var errs error
	for _, f := range out {
		errs = multierr.Append(errs, f.Err)
	}
	return out, errs
}
