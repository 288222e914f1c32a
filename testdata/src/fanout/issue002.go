package fanout

import "context"

type reply struct {
	from string
	err  error
}

func (s *Shop) submit(ctx context.Context, log string, answers chan<- reply) {
	answers <- reply{log, s.one(ctx, log)}
}

// Two are under way, and each that fails is replaced by the next.
func (s *Shop) twoAtATime(ctx context.Context, logs []string) []reply {
	answers := make(chan reply, len(logs))
	next := 0
	for ; next < 2; next++ {
		go s.submit(ctx, logs[next], answers)
	}
	var got []reply
	for {
		select {
		case <-ctx.Done():
			return got
		case a := <-answers:
			if a.err == nil {
				return append(got, a)
			}
			if next < len(logs) {
				go s.submit(ctx, logs[next], answers)
				next++
			}
		}
	}
}

// Each answer names others, and all of them are asked.
func (s *Shop) crawl(ctx context.Context, found chan []string) {
	for urls := range found {
		for _, u := range urls {
			go func() { // want `for each of urls, out of found, without a limit`
				_ = s.one(ctx, u)
				found <- []string{u}
			}()
		}
	}
}

// What comes in from somewhere else is as much as there is.
func (s *Shop) forEach(ctx context.Context, jobs <-chan string, answers chan<- reply) {
	for {
		select {
		case <-ctx.Done():
			return
		case j := <-jobs:
			go s.submit(ctx, j, answers) // want `for each of the values of jobs without a limit`
		}
	}
}
