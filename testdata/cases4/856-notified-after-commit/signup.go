// none: the transaction helper has committed before the mail service is called

package signup

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

type Service struct {
	pool *pgxpool.Pool
	mail string
	hc   *http.Client
}

func New(pool *pgxpool.Pool, mail string) *Service {
	return &Service{pool: pool, mail: mail, hc: &http.Client{Timeout: 5 * time.Second}}
}

func (s *Service) inTx(ctx context.Context, f func(pgx.Tx) error) error {
	return pgx.BeginTxFunc(ctx, s.pool, pgx.TxOptions{}, f)
}

func (s *Service) welcome(ctx context.Context, address string) error {
	body, err := json.Marshal(map[string]string{"to": address, "template": "welcome"})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.mail+"/send", bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := s.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusAccepted {
		return errors.New("mail: " + resp.Status)
	}
	return nil
}

func (s *Service) Join(ctx context.Context, address string) error {
	err := s.inTx(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "INSERT INTO members(address) VALUES ($1)", address); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "INSERT INTO consents(address) VALUES ($1)", address)
		return err
	})
	if err != nil {
		return err
	}
	return s.welcome(ctx, address)
}
