package budget

import "context"

// Reply gives the context for building and sending the answer once the calls are over: it has ctx's values, the
// budget's deadline with the margin added (for a budget within a budget never past the outer one's), and ends early
// only when the context that was given to Start does, that is when the client is gone, or when the budget is canceled.
// Cancelations in between, such as a failed sibling's, do not reach it. Its cause at the deadline is ErrExhausted.
//
// Outside of a budget it returns ctx, and so it does on its own contexts and on those of Detach.
func Reply(ctx context.Context) context.Context {
	mustHave(ctx)
	s := find(ctx)
	if s == nil {
		return ctx
	}
	return reply{s.replyContext(), context.WithoutCancel(ctx)}
}

// reply takes its end from one context and its values from another.
type reply struct {
	context.Context
	values context.Context // hides ctx's own end
}

// Value asks values first. For the key by which package context finds what cancels a context, values has no answer and
// the embedded context has the right one; so children attach to it without a goroutine, and context.Cause is right.
func (r reply) Value(k any) any {
	if v := r.values.Value(k); v != nil {
		return v
	}
	return r.Context.Value(k)
}

// replyContext is made once per budget and only when asked for: most requests end without one, and it costs a timer.
func (s *allowance) replyContext() context.Context {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.reply == nil {
		client := s.Context
		if s.outer != nil {
			client = s.outer.replyContext() // the one around s ends before the answer is out
		}
		s.reply, s.cancelReply = until(client, s.replyEnd, ErrExhausted)
		if s.released {
			s.cancelReply()
		}
	}
	return s.reply
}

func (s *allowance) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.released = true
	if s.cancelReply != nil {
		s.cancelReply()
	}
}
