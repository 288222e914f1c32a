// none: three reads of 800 ms run at the same time inside one second

package card

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"
)

const legLimit = 800 * time.Millisecond

type Card struct {
	Name    string
	Balance int64
	Points  int64
}

type Service struct {
	people, ledger, loyalty string
	hc                      *http.Client
}

func New(people, ledger, loyalty string) *Service {
	return &Service{people: people, ledger: ledger, loyalty: loyalty, hc: &http.Client{}}
}

func (s *Service) read(ctx context.Context, url string, into any) error {
	ctx, cancel := context.WithTimeout(ctx, legLimit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := s.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", url, resp.Status)
	}
	return json.NewDecoder(resp.Body).Decode(into)
}

func (s *Service) Card(ctx context.Context, id string) (*Card, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	var c Card
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return s.read(ctx, s.people+"/name/"+id, &c.Name) })
	g.Go(func() error { return s.read(ctx, s.ledger+"/balance/"+id, &c.Balance) })
	g.Go(func() error { return s.read(ctx, s.loyalty+"/points/"+id, &c.Points) })
	if err := g.Wait(); err != nil {
		return nil, fmt.Errorf("card %s: %w", id, err)
	}
	return &c, nil
}
