package notify

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
)

type Message struct{ Title, Body string }

type Channel interface {
	Send(ctx context.Context, m Message) error
}

type chat struct{ hook string }

func (c *chat) Send(_ context.Context, m Message) error {
	body, err := json.Marshal(map[string]string{"content": m.Title + "\n" + m.Body})
	if err != nil {
		return err
	}
	resp, err := http.Post(c.hook, "application/json", bytes.NewReader(body)) // want:ctxdrop
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("chat: %s", resp.Status)
	}
	return nil
}

type Scheduler struct {
	pending func() []Message
	out     Channel
}

func (s *Scheduler) Run(ctx context.Context) error {
	for _, m := range s.pending() {
		if err := s.out.Send(ctx, m); err != nil {
			return err
		}
	}
	return nil
}

func New(hook string, pending func() []Message) *Scheduler {
	return &Scheduler{pending: pending, out: &chat{hook: hook}}
}
