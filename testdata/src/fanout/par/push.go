package par

import (
	"context"
	"net/http"
)

// Pusher refreshes and pushes.
type Pusher struct{ HTTP *http.Client }

// Refresh looks at one item, and pushes it on without waiting.
func (p *Pusher) Refresh(ctx context.Context, id string) {
	if resp, err := p.HTTP.Get("https://feed.example.com/" + id); err == nil {
		resp.Body.Close()
	}
	go p.push(ctx, id)
}

func (p *Pusher) push(ctx context.Context, id string) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://push.example.com/"+id, nil)
	if err != nil {
		return
	}
	if resp, err := p.HTTP.Do(req); err == nil {
		resp.Body.Close()
	}
}
