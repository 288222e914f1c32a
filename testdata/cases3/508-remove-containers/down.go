package down

import (
	"context"
	"fmt"
	"net/http"

	"golang.org/x/sync/errgroup"
)

type engine struct {
	host string
	hc   *http.Client
}

func (e *engine) remove(ctx context.Context, id string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodDelete, e.host+"/containers/"+id, nil)
	if err != nil {
		return err
	}
	resp, err := e.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusNoContent {
		return fmt.Errorf("remove %s: %s", id, resp.Status)
	}
	return nil
}

func (e *engine) Down(ctx context.Context, ids []string) error {
	eg, _ := errgroup.WithContext(ctx) // want:ctxdrop
	eg.SetLimit(4)
	for _, id := range ids {
		eg.Go(func() error {
			return e.remove(ctx, id) // alt:ctxdrop
		})
	}
	return eg.Wait()
}
