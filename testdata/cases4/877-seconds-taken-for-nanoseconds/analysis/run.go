package analysis

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"cases/877-seconds-taken-for-nanoseconds/config"
)

type Runner struct {
	cfg config.Analysis
	hc  *http.Client
}

func New(cfg config.Analysis) *Runner { return &Runner{cfg: cfg, hc: http.DefaultClient} }

func (r *Runner) Run(ctx context.Context) (phase string, err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(r.cfg.TimeoutSeconds)) // want:timeoutunit
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, r.cfg.URL, nil)
	if err != nil {
		return "", err
	}
	resp, err := r.hc.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return "", errors.New("analysis: " + resp.Status)
	}
	err = json.NewDecoder(resp.Body).Decode(&phase)
	return phase, err
}
