package llm

import (
	"bufio"
	"context"
	"net/http"
	"strings"
	"time"
)

type Provider struct {
	base   string
	stream *http.Client
}

func New(base string) *Provider {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.ResponseHeaderTimeout = 30 * time.Second
	return &Provider{base: base, stream: &http.Client{Transport: t}}
}

func (p *Provider) CompletionStream(ctx context.Context, prompt string) (<-chan string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.base+"/v1/completions", strings.NewReader(prompt))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "text/event-stream")
	resp, err := p.stream.Do(req)
	if err != nil {
		return nil, err
	}
	out := make(chan string)
	go func() {
		defer close(out)
		defer resp.Body.Close()
		for s := bufio.NewScanner(resp.Body); s.Scan(); {
			select {
			case out <- s.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	return out, nil
}
