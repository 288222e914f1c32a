package timeline

import (
	"context"
	"iter"
	"log/slog"

	"cases/813-followed-authors/feedapi"
)

type Fetcher interface {
	Timeline(ctx context.Context, home string) ([]feedapi.Post, error)
}

type Syncer struct{ api Fetcher }

func NewSyncer() *Syncer { return &Syncer{api: feedapi.New()} }

func (s *Syncer) Pull(ctx context.Context, following iter.Seq[string]) map[string][]feedapi.Post {
	byHome := make(map[string][]feedapi.Post)
	for home := range following {
		posts, err := s.api.Timeline(ctx, home) // want:seqloop
		if err != nil {
			slog.WarnContext(ctx, "timeline skipped", "home", home, "err", err)
			continue
		}
		byHome[home] = posts
	}
	return byHome
}
