package search

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/fallback"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

type Service struct {
	engine string
	hc     *http.Client
	db     *pgxpool.Pool
	exec   failsafe.Executor[[]string]
}

type execution = failsafe.Execution[[]string]

type termKey struct{}

func New(engine string, db *pgxpool.Pool) *Service {
	s := &Service{engine: engine, hc: &http.Client{Timeout: 2 * time.Second}, db: db}
	s.exec = failsafe.With[[]string](fallback.NewWithFunc(s.scan)) // alt:slowfallback
	return s
}

func (s *Service) scan(e execution) ([]string, error) {
	term, _ := e.Context().Value(termKey{}).(string)
	rows, err := s.db.Query(e.Context(), "SELECT id FROM posts WHERE body ILIKE '%' || $1 || '%' LIMIT 50", term) // want:slowfallback
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

func (s *Service) query(ctx context.Context, term string) ([]string, error) {
	body, err := json.Marshal(map[string]any{"q": term, "size": 50})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.engine+"/posts/_search", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	resp, err := s.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("search engine: %s", resp.Status)
	}
	var ids []string
	err = json.NewDecoder(resp.Body).Decode(&ids)
	return ids, err
}

// Posts returns the ids of the posts that match.
func (s *Service) Posts(ctx context.Context, term string) ([]string, error) {
	ctx = context.WithValue(ctx, termKey{}, term)
	return s.exec.WithContext(ctx).GetWithExecution(func(e execution) ([]string, error) { // alt:slowfallback
		return s.query(e.Context(), term)
	})
}
