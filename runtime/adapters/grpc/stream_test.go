package grpcbudget_test

import (
	"context"
	"errors"
	"io"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/budgetlint/budgetlint/runtime/breaker"
	"github.com/budgetlint/budgetlint/runtime/budget"
	"github.com/budgetlint/budgetlint/runtime/contract"
	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/downstreamtest"
	"github.com/budgetlint/budgetlint/runtime/record"
)

// ended holds the record of a stream against what is expected of it, and of what is left.
func ended(t *testing.T, d *downstream.Downstream, r *downstreamtest.Records, want record.Status, took time.Duration, counted [2]int) {
	t.Helper()
	synctest.Wait()
	all := r.All()
	if len(all) != 1 || all[0].Status != want || all[0].Took != took || counts(d) != counted {
		t.Errorf("records %+v, successes and failures %v, want %v after %v, %v", all, counts(d), want, took, counted)
	}
	idle(t, d)
}

func running(t *testing.T, d *downstream.Downstream, r *downstreamtest.Records) {
	t.Helper()
	synctest.Wait()
	if s := d.Snapshot(); s.Running != 1 || s.Places != 1 || len(r.All()) != 0 {
		t.Errorf("not under way: %+v, records %+v", s, r.All())
	}
}

// slowly sends one answer after 100 ms, and then ends with err; a nil err is the stream's good end.
func slowly(err error) func(grpc.ServerStream) error {
	return func(ss grpc.ServerStream) error {
		time.Sleep(100 * ms)
		if err := sends(ss, "pen"); err != nil {
			return err
		}
		return err
	}
}

// stuck sends one answer and then nothing, until nobody listens any more. It tells when that was.
func stuck(heard chan<- time.Time) func(grpc.ServerStream) error {
	return func(ss grpc.ServerStream) error {
		if err := sends(ss, "pen"); err != nil {
			return err
		}
		<-ss.Context().Done()
		heard <- time.Now()
		return ss.Context().Err()
	}
}

func TestStreamReadToItsEnd(t *testing.T) {
	for _, c := range []struct {
		name    string
		desc    *grpc.StreamDesc
		says    error
		status  record.Status
		code    codes.Code
		counted [2]int
	}{
		{"list", listDesc, nil, record.OK, codes.OK, [2]int{1, 0}},
		{"list fails", listDesc, status.Error(codes.Unavailable, "draining"), record.Failed, codes.Unavailable, [2]int{0, 1}},
		{"list not found", listDesc, status.Error(codes.NotFound, "x"), record.Failed, codes.NotFound, [2]int{1, 0}},
		{"put", putDesc, nil, record.OK, codes.OK, [2]int{1, 0}},
		{"put fails", putDesc, status.Error(codes.DataLoss, "x"), record.Failed, codes.DataLoss, [2]int{0, 1}},
		{"chat", chatDesc, nil, record.OK, codes.OK, [2]int{1, 0}},
		{"chat fails", chatDesc, status.Error(codes.Internal, "x"), record.Failed, codes.Internal, [2]int{0, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d, records := stock(nil)
				h := slowly(c.says)
				conn := serve(t, shop{list: h, put: h, chat: h}, nil, through(d)...)
				s, err := open(within(t, time.Minute), conn, c.desc)
				if err != nil {
					t.Fatal(err)
				}
				running(t, d, records)
				if c.desc.ClientStreams {
					if err := s.SendMsg(wrapperspb.String("one")); err != nil {
						t.Fatal(err)
					}
					s.CloseSend()
				}
				n := -1
				if c.desc == putDesc {
					n = 1 // and its end is read along with it
				}
				got, err := receive(s, n)
				ended(t, d, records, c.status, 100*ms, c.counted)
				if c.says == nil {
					if !slices.Equal(got, []string{"pen"}) || err != nil {
						t.Errorf("%v, %v", got, err)
					}
					if err := s.RecvMsg(new(text)); err != io.EOF && c.desc != putDesc {
						t.Errorf("after the end: %v", err)
					}
					return
				}
				check(t, err, records, c.status, c.code, 1)
			})
		})
	}
}

func TestStreamAbandoned(t *testing.T) {
	for _, c := range []struct {
		name    string
		leave   func(s grpc.ClientStream, cancel func()) error // nil where nothing more is read
		status  record.Status
		code    codes.Code
		took    time.Duration
		counted [2]int
	}{
		{"not read any more", func(grpc.ClientStream, func()) error { time.Sleep(time.Second); return nil },
			record.Timeout, codes.DeadlineExceeded, 400 * ms, [2]int{0, 1}},
		{"canceled", func(_ grpc.ClientStream, cancel func()) error { time.Sleep(50 * ms); cancel(); return nil },
			record.Canceled, codes.Canceled, 50 * ms, [2]int{0, 0}},
		{"read in vain", func(s grpc.ClientStream, _ func()) error { _, err := receive(s, -1); return err },
			record.Timeout, codes.DeadlineExceeded, 400 * ms, [2]int{0, 1}},
		{"read after its time", func(s grpc.ClientStream, _ func()) error {
			time.Sleep(time.Second)
			_, err := receive(s, -1)
			return err
		}, record.Timeout, codes.DeadlineExceeded, 400 * ms, [2]int{0, 1}},
		{"canceled while it is read", func(s grpc.ClientStream, cancel func()) error {
			time.AfterFunc(50*ms, cancel)
			_, err := receive(s, -1)
			return err
		}, record.Canceled, codes.Canceled, 50 * ms, [2]int{0, 0}},
	} {
		for _, desc := range []*grpc.StreamDesc{listDesc, chatDesc} {
			t.Run(c.name+", "+desc.StreamName, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					d, records := stock(nil)
					downstreamtest.NoLeaks(t, d)
					heard := make(chan time.Time, 1)
					h := stuck(heard)
					conn := serve(t, shop{list: h, chat: h}, nil, through(d)...)
					ctx, cancel := context.WithCancel(within(t, time.Minute))
					defer cancel()
					start := time.Now()
					s, err := open(ctx, conn, desc)
					if err != nil {
						t.Fatal(err)
					}
					if got, err := receive(s, 1); !slices.Equal(got, []string{"pen"}) || err != nil {
						t.Fatal(got, err)
					}
					running(t, d, records)
					err = c.leave(s, cancel)
					ended(t, d, records, c.status, c.took, c.counted)
					if at := (<-heard).Sub(start); at != c.took {
						t.Errorf("the server heard of it after %v, want %v", at, c.took)
					}
					if err != nil {
						check(t, err, records, c.status, c.code, 1)
					}
				})
			})
		}
	}
}

func TestStreamRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, records := stock(nil)
		conn := serve(t, shop{}, nil, through(d)...)
		_, err := open(within(t, -1), conn, listDesc)
		check(t, err, records, record.Refused, codes.DeadlineExceeded, 0, budget.ErrExhausted)
		d.Breaker().Force(breaker.Open, true)
		_, err = open(t.Context(), conn, chatDesc)
		check(t, err, records, record.Open, codes.Unavailable, 0, breaker.ErrOpen)
	})
}

func TestStreamOpeningIsRepeated(t *testing.T) {
	for _, c := range []struct {
		name       string
		idempotent bool
		ctx        func(context.Context) context.Context
		want       int
	}{
		{"idempotent", true, func(ctx context.Context) context.Context { return ctx }, 3},
		{"not idempotent", false, func(ctx context.Context) context.Context { return ctx }, 1},
		{"WithStream", true, downstream.WithStream, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d, records := stock(func(cfg *downstream.Config) {
					cfg.Retry = &contract.Retry{Attempts: 3, Base: 1, Cap: 1, Idempotent: c.idempotent}
				})
				n := 0
				unreachable := func(ctx context.Context, desc *grpc.StreamDesc, cc *grpc.ClientConn, method string, streamer grpc.Streamer, opts ...grpc.CallOption) (grpc.ClientStream, error) {
					if n++; n < 3 {
						return nil, status.Error(codes.Unavailable, "no connection")
					}
					return streamer(ctx, desc, cc, method, opts...)
				}
				conn := serve(t, shop{list: slowly(nil)}, nil, append(through(d), grpc.WithChainStreamInterceptor(unreachable))...)
				s, err := open(c.ctx(within(t, time.Minute)), conn, listDesc)
				if n != c.want {
					t.Errorf("opened %d times, want %d", n, c.want)
				}
				if c.want == 1 {
					check(t, err, records, record.Failed, codes.Unavailable, 1)
					return
				}
				if got, err := receive(s, -1); !slices.Equal(got, []string{"pen"}) || err != nil {
					t.Errorf("%v, %v", got, err)
				}
				if r := records.All(); len(r) != 1 || r[0].Status != record.OK || r[0].Attempts != 3 {
					t.Errorf("records %+v", r)
				}
			})
		})
	}
}

func TestStreamWithStreamEndsAtTheHeaders(t *testing.T) {
	// The headers come after 100 ms, and a message each second after that.
	feed := func(ss grpc.ServerStream) error {
		time.Sleep(100 * ms)
		if err := ss.SendHeader(metadata.MD{}); err != nil {
			return err
		}
		for _, v := range []string{"pen", "ink"} {
			time.Sleep(time.Second)
			if err := sends(ss, v); err != nil {
				return err
			}
		}
		return status.Error(codes.Unavailable, "draining")
	}
	for _, desc := range []*grpc.StreamDesc{listDesc, chatDesc} {
		t.Run(desc.StreamName, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d, records := stock(nil)
				conn := serve(t, shop{list: feed, chat: feed}, nil, through(d)...)
				s, err := open(downstream.WithStream(within(t, time.Minute)), conn, desc)
				if err != nil {
					t.Fatal(err)
				}
				running(t, d, records)
				if md, err := s.Header(); md == nil || err != nil {
					t.Fatal(md, err)
				}
				ended(t, d, records, record.OK, 100*ms, [2]int{1, 0})
				got, err := receive(s, -1)
				if !slices.Equal(got, []string{"pen", "ink"}) || status.Code(err) != codes.Unavailable {
					t.Errorf("%v, %v: the timeout ended the stream", got, err)
				}
				if _, ok := errors.AsType[*downstream.Error](err); ok {
					t.Errorf("%v is an error of a call that was over", err)
				}
				ended(t, d, records, record.OK, 100*ms, [2]int{1, 0})
			})
		})
	}
}

func TestStreamWithStreamThatDoesNotBegin(t *testing.T) {
	for _, c := range []struct {
		name    string
		list    func(grpc.ServerStream) error
		header  bool // is asked for first
		status  record.Status
		code    codes.Code
		took    time.Duration
		counted [2]int
	}{
		{"no headers in time", stuckSilent, false, record.Timeout, codes.DeadlineExceeded, 400 * ms, [2]int{0, 1}},
		{"the same, and they are asked for", stuckSilent, true, record.Timeout, codes.DeadlineExceeded, 400 * ms, [2]int{0, 1}},
		{"an error instead", func(grpc.ServerStream) error { return status.Error(codes.Internal, "x") }, false,
			record.Failed, codes.Internal, 0, [2]int{0, 1}},
		{"an error instead of the headers", func(grpc.ServerStream) error { return status.Error(codes.Internal, "x") }, true,
			record.Failed, codes.Internal, 0, [2]int{0, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d, records := stock(nil)
				conn := serve(t, shop{list: c.list}, nil, through(d)...)
				s, err := open(downstream.WithStream(within(t, time.Minute)), conn, listDesc)
				if err != nil {
					t.Fatal(err)
				}
				if c.header {
					if md, err := s.Header(); len(md) > 0 || err != nil {
						t.Errorf("headers %v, %v", md, err)
					}
				}
				_, err = receive(s, -1)
				ended(t, d, records, c.status, c.took, c.counted)
				check(t, err, records, c.status, c.code, 1)
			})
		})
	}
}

func stuckSilent(ss grpc.ServerStream) error { <-ss.Context().Done(); return ss.Context().Err() }

// What cannot be sent aborts a stream of gRPC's, and with it the call.
func TestStreamSendFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, records := stock(nil)
		conn := serve(t, shop{chat: stuckSilent}, nil, through(d)...)
		s, err := open(within(t, time.Minute), conn, chatDesc)
		if err != nil {
			t.Fatal(err)
		}
		err = s.SendMsg("no message at all")
		ended(t, d, records, record.Failed, 0, [2]int{0, 1})
		check(t, err, records, record.Failed, codes.Internal, 1)
	})
}

func TestStreamPanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, records := stock(nil)
		bug := func(context.Context, *grpc.StreamDesc, *grpc.ClientConn, string, grpc.Streamer, ...grpc.CallOption) (grpc.ClientStream, error) {
			panic("bug")
		}
		conn := serve(t, shop{}, nil, append(through(d), grpc.WithChainStreamInterceptor(bug))...)
		func() {
			defer func() {
				if v := recover(); v != "bug" {
					t.Errorf("recovered %v", v)
				}
			}()
			open(t.Context(), conn, listDesc)
		}()
		idle(t, d)
		if r := records.All(); len(r) != 1 || !r[0].Panicked {
			t.Errorf("records %+v", r)
		}
	})
}
