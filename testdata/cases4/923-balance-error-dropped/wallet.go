package wallet

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
)

type Wallets struct {
	ledger, offers string
	hc             *http.Client
}

func New(ledger, offers string) *Wallets {
	return &Wallets{ledger: ledger, offers: offers, hc: &http.Client{Timeout: 700 * time.Millisecond}}
}

func (s *Wallets) get(ctx context.Context, url string, into any) error {
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

//budgetlint:downstream name=ledger core timeout=700ms
func (s *Wallets) balance(ctx context.Context, user string) (cents int64, err error) {
	err = s.get(ctx, s.ledger+"/balances/"+user, &cents)
	return cents, err
}

// Show is mounted at GET /wallets/{user}.
//
//budgetlint:entry total=1s margin=100ms
func (s *Wallets) Show(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 900*time.Millisecond)
	defer cancel()
	user := chi.URLParam(r, "user")
	cents, _ := s.balance(ctx, user) // want:coreempty
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(map[string]any{"user": user, "cents": cents}) // alt:coreempty
}
