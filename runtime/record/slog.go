package record

import (
	"context"
	"log/slog"
)

// Slog returns an Observer that logs each call to l as "downstream call", at level Info if it was ok and not degraded or
// slow, or canceled, and at level Warn otherwise.
//
// The attributes are downstream, status, start, took, timeout, attempts and retries; then, where they say something,
// trace_id, the flags degraded, slow, panicked and no_deadline as true, and error. Which of them are kept or renamed is
// for l's handler to say. A nil l means slog.Default() at the time of each call.
func Slog(l *slog.Logger) Observer { return logger{l} }

type logger struct{ log *slog.Logger }

func (o logger) Observe(ctx context.Context, c Call) {
	log := o.log
	if log == nil {
		log = slog.Default()
	}
	level := levelOf(c)
	if !log.Enabled(ctx, level) {
		return
	}
	var room [13]slog.Attr
	attrs := append(room[:0],
		slog.String("downstream", c.Name),
		slog.String("status", c.Status.String()),
		slog.Time("start", c.Start),
		slog.Duration("took", c.Took),
		slog.Duration("timeout", c.Timeout),
		slog.Int("attempts", c.Attempts),
		slog.Int("retries", c.Retries()),
	)
	if c.TraceID != "" {
		attrs = append(attrs, slog.String("trace_id", c.TraceID))
	}
	for _, flag := range [...]struct {
		name string
		set  bool
	}{{"degraded", c.Degraded}, {"slow", c.Slow}, {"panicked", c.Panicked}, {"no_deadline", c.NoDeadline}} {
		if flag.set {
			attrs = append(attrs, slog.Bool(flag.name, true))
		}
	}
	if c.Err != nil {
		attrs = append(attrs, slog.Any("error", c.Err))
	}
	log.LogAttrs(ctx, level, "downstream call", attrs...)
}

// levelOf says whether an operator should look. A canceled call is the client's doing or another downstream's.
func levelOf(c Call) slog.Level {
	if c.Status == Canceled || c.Status == OK && !c.Degraded && !c.Slow {
		return slog.LevelInfo
	}
	return slog.LevelWarn
}
