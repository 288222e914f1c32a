// none: a task carries the context with the deadline it was given when it was made

package task

import (
	"context"
	"time"
)

type Task struct {
	ctx    context.Context
	cancel context.CancelFunc
	URL    string
}

func New(url string, limit time.Duration) *Task {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	return &Task{ctx: ctx, cancel: cancel, URL: url}
}

func (t *Task) Context() context.Context { return t.ctx }

func (t *Task) Done() { t.cancel() }
