// Package lsp is the language server behind `budgetlint lsp`: it shows findings where people edit, offers their fixes
// one by one, and says what is known about a call. It speaks the Language Server Protocol 3.17 on a pair of streams;
// what the rules find is internal/session's business, how an editor is set up is docs/editors.md's.
//
// Messages are read in order by one goroutine, which only keeps the documents up to date. Findings are computed by a
// second one, in rounds: each waits for a pause in typing, an edit ends the round that is under way. A request runs in
// a goroutine of its own, on the documents as they were when it came in.
package lsp

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"time"

	"github.com/sourcegraph/jsonrpc2"
)

// Options are what the command line says.
type Options struct {
	Log     *slog.Logger  // never standard output, which carries the protocol
	Version string        // told to the client
	Pause   time.Duration // without edits before findings are computed; 0 means 200 ms
	Poll    time.Duration // between looks at the client's process, and at files that it does not watch; 0 means 3 s
}

// ErrNoShutdown says that the client went away without the shutdown that the protocol wants.
var ErrNoShutdown = errors.New("the client left without a shutdown request")

// Serve answers one client until it says exit, closes in, or its process is gone. The error is nil after an orderly end.
func Serve(ctx context.Context, in io.ReadCloser, out io.Writer, opts Options) error {
	if opts.Pause == 0 {
		opts.Pause = 200 * time.Millisecond
	}
	if opts.Poll == 0 {
		opts.Poll = 3 * time.Second
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := newServer(opts)
	s.ctx, s.leave = ctx, cancel
	conn := jsonrpc2.NewConn(ctx, newStream(in, out, opts.Log), s, jsonrpc2.SetLogger(printf{opts.Log}))
	s.conn = conn
	close(s.ready)
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.rounds(ctx)
	}()
	select {
	case <-conn.DisconnectNotify():
	case <-ctx.Done():
		conn.Close() // whoever reads from it is told by the error of that
	}
	cancel()
	<-done
	if !s.ended() {
		return ErrNoShutdown
	}
	return nil
}

// printf gives jsonrpc2 our log.
type printf struct{ log *slog.Logger }

func (p printf) Printf(format string, v ...any) { p.log.Warn("jsonrpc", "said", sprintf(format, v)) }
