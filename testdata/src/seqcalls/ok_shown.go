package seqcalls

import (
	"context"
	"fmt"
	"net/http"
)

type page struct{ http *http.Client }

func (p *page) fetch(ctx context.Context, path string) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://shop.example.com"+path, nil)
	if err != nil {
		return 0, err
	}
	resp, err := p.http.Do(req)
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, resp.Body.Close()
}

func (p *page) head(ctx context.Context) (int, error) {
	n, err := p.fetch(ctx, "/head")
	fmt.Println("head", n)
	return n, err
}

func (p *page) foot(ctx context.Context) (int, error) {
	n, err := p.fetch(ctx, "/foot")
	fmt.Println("foot", n)
	return n, err
}

// Both print, so the one comes after the other.
func (p *page) print(ctx context.Context) (int, error) {
	a, err := p.head(ctx)
	if err != nil {
		return 0, err
	}
	b, err := p.foot(ctx)
	if err != nil {
		return 0, err
	}
	return a + b, nil
}
