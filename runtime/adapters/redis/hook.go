package redisbudget

import (
	"context"
	"slices"

	"github.com/redis/go-redis/v9"

	"github.com/budgetlint/budgetlint/runtime/breaker"
	"github.com/budgetlint/budgetlint/runtime/downstream"
)

// New returns a hook that makes commands and pipelines calls to d, as downstream.Do makes them. See Attach, which
// looks at the client's options first.
func New(d *downstream.Downstream) redis.Hook { return hook{d} }

type hook struct{ d *downstream.Downstream }

// inside is the key of a context that is within a call to d: what go-redis sends by it, such as the handshake of a
// connection that the command has to make, comes by the same hooks, and has its place already.
type inside struct{ d *downstream.Downstream }

// enter returns a context that is inside, and whether ctx was already.
func (h hook) enter(ctx context.Context) (context.Context, bool) {
	key := inside{h.d}
	if ctx.Value(key) != nil {
		return ctx, true
	}
	return context.WithValue(ctx, key, true), false
}

// DialHook changes nothing: a dial is part of the command that waits for it.
func (h hook) DialHook(next redis.DialHook) redis.DialHook { return next }

func (h hook) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		ctx, within := h.enter(ctx)
		if within || blocks(cmd) {
			return next(ctx, cmd)
		}
		return h.call(ctx, func(ctx context.Context) (answer, failure error) {
			err := next(ctx, cmd)
			if isAnswer(err) {
				return err, nil
			}
			return nil, err
		})
	}
}

func (h hook) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, cmds []redis.Cmder) error {
		ctx, within := h.enter(ctx)
		if within || slices.ContainsFunc(cmds, blocks) {
			return next(ctx, cmds)
		}
		err := h.call(ctx, func(ctx context.Context) (answer, failure error) {
			err := next(ctx, cmds)
			return err, worst(err, cmds)
		})
		if e, ok := err.(*downstream.Error); ok && e.Attempts == 0 {
			// Nobody has told the commands. A single one is told by go-redis, which takes the hook's error.
			for _, cmd := range cmds {
				cmd.SetErr(err)
			}
		}
		return err
	}
}

// call makes one call of f, which returns either an answer in the shape of an error, or a failure.
func (h hook) call(ctx context.Context, f func(context.Context) (answer, failure error)) error {
	answer, err := downstream.Do(ctx, h.d, f)
	if err != nil {
		return err
	}
	return answer
}

// worst returns the error that says most about a pipeline: a failure, or else the first that is no answer; nil if there
// is none. err is the pipeline's own, which may be that of any command.
func worst(err error, cmds []redis.Cmder) error {
	if isAnswer(err) {
		err = nil
	} else if Classify(err) == breaker.Failure {
		return err
	}
	for _, cmd := range cmds {
		switch e := cmd.Err(); {
		case isAnswer(e):
		case Classify(e) == breaker.Failure:
			return e
		case err == nil:
			err = e
		}
	}
	return err
}
