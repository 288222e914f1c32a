package players

import (
	"context"

	"cases/881-two-gets-from-memory/memstore"
)

type Player struct{ Name string }

type Rank struct{ Points int }

type ProfileStore interface {
	Get(ctx context.Context, id string) (Player, error)
}

type RankRepository interface {
	Get(ctx context.Context, id string) (Rank, error)
}

type Service struct {
	profiles ProfileStore
	ranks    RankRepository
}

func New() *Service {
	return &Service{profiles: memstore.New[Player](), ranks: memstore.New[Rank]()}
}

type Card struct {
	Name   string
	Points int
}

func (s *Service) Card(ctx context.Context, id string) (Card, error) {
	p, err := s.profiles.Get(ctx, id)
	if err != nil {
		return Card{}, err
	}
	r, err := s.ranks.Get(ctx, id)
	if err != nil {
		return Card{}, err
	}
	return Card{Name: p.Name, Points: r.Points}, nil
}
