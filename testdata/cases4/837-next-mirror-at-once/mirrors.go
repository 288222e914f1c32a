// none: when one mirror fails the next is asked at once

package mirrors

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

type Set struct {
	mirrors []string
	hc      *http.Client
}

func New(mirrors ...string) *Set {
	return &Set{mirrors: mirrors, hc: &http.Client{Timeout: 3 * time.Second}}
}

func (s *Set) from(ctx context.Context, mirror, file string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, mirror+"/"+file, nil)
	if err != nil {
		return nil, err
	}
	resp, err := s.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", mirror, resp.Status)
	}
	return io.ReadAll(resp.Body)
}

func (s *Set) File(ctx context.Context, file string) ([]byte, error) {
	var errs []error
	for _, m := range s.mirrors {
		b, err := s.from(ctx, m, file)
		if err == nil {
			return b, nil
		}
		errs = append(errs, err)
		if ctx.Err() != nil {
			break
		}
	}
	return nil, errors.Join(errs...)
}
