package followers

import (
	"context"
	"log/slog"
	"sync"
)

type Profile struct {
	ID   string
	Name string
}

type ProfileClient interface {
	GetProfile(ctx context.Context, id string) (*Profile, error)
}

type Page struct {
	profiles ProfileClient
}

func (p *Page) Names(ctx context.Context, followers []string) []string {
	names := make([]string, len(followers))
	var wg sync.WaitGroup
	for i, id := range followers {
		wg.Go(func() { // want:fanout
			prof, err := p.profiles.GetProfile(ctx, id)
			if err != nil {
				slog.WarnContext(ctx, "profile", "id", id, "err", err)
				return
			}
			names[i] = prof.Name
		})
	}
	wg.Wait()
	return names
}
