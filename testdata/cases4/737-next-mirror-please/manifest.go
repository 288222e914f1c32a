// none: failing mirrors are logged and the next one is asked; only when none answered there is an error

package registry

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"time"
)

type Puller struct {
	mirrors []string
	hc      *http.Client
}

func NewPuller(mirrors ...string) *Puller {
	return &Puller{mirrors: mirrors, hc: &http.Client{Timeout: 20 * time.Second}}
}

func (p *Puller) from(ctx context.Context, mirror, ref string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, mirror+"/v2/"+ref+"/manifests/latest", nil)
	if err != nil {
		return nil, err
	}
	resp, err := p.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", mirror, resp.Status)
	}
	return io.ReadAll(resp.Body)
}

// Manifest returns the manifest from the first mirror that has it.
func (p *Puller) Manifest(ctx context.Context, ref string) ([]byte, error) {
	var errs []error
	for _, m := range p.mirrors {
		doc, err := p.from(ctx, m, ref)
		if err == nil {
			return doc, nil
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		slog.DebugContext(ctx, "mirror failed", "mirror", m, "err", err)
		errs = append(errs, err)
	}
	return nil, fmt.Errorf("manifest of %s: %w", ref, errors.Join(errs...))
}
