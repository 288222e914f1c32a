// none: a long-lived consumer reconnects until its context ends

package consume

import (
	"context"
	"log/slog"
	"time"

	"github.com/segmentio/kafka-go"
)

type Consumer struct {
	cfg    kafka.ReaderConfig
	handle func(context.Context, kafka.Message) error
}

func (c *Consumer) session(ctx context.Context) error {
	r := kafka.NewReader(c.cfg)
	defer r.Close()
	for {
		m, err := r.FetchMessage(ctx)
		if err != nil {
			return err
		}
		if err := c.handle(ctx, m); err != nil {
			return err
		}
		if err := r.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}

func (c *Consumer) Run(ctx context.Context) error {
	delay := time.Second
	for {
		started := time.Now()
		err := c.session(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if time.Since(started) > time.Minute {
			delay = time.Second
		}
		slog.WarnContext(ctx, "session ended", "err", err, "again_in", delay)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(delay):
		}
		delay = min(2*delay, 30*time.Second)
	}
}
