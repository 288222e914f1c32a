package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/budgetlint/budgetlint/internal/session"
)

// server is one connection.
type server struct {
	opts  Options
	conn  *jsonrpc2.Conn
	ready chan struct{}   // closed when conn is set
	ctx   context.Context // ends with the connection
	leave context.CancelFunc

	mu        sync.Mutex
	state     state
	client    clientCapabilities
	enc       encoding
	tags      string
	pulls     bool                 // diagnostics are sent on request only
	docs      map[string]*document // by file name
	edited    int                  // number of the last edit
	sessions  map[session.Root]*session.Session
	canceled  map[jsonrpc2.ID]context.CancelFunc // requests under way
	stopRound context.CancelFunc                 // of the round under way
	wake      chan struct{}                      // a round is due
	published map[string]published               // by file name
	said      map[string]bool                    // messages that the last round had a reason for
	saying    map[string]bool                    // … and since
	look      bool                               // files were saved or changed on disk since the last round
}

type state uint8

const (
	starting state = iota
	running
	shutdown
	gone
)

// document is one version of an open document. It does not change.
type document struct {
	uri     string
	version int32
	text    []byte
	edited  int // number of the edit that made it
}

func newServer(opts Options) *server {
	return &server{
		opts: opts, ready: make(chan struct{}), enc: utf16Units,
		docs: make(map[string]*document), sessions: make(map[session.Root]*session.Session),
		canceled: make(map[jsonrpc2.ID]context.CancelFunc), wake: make(chan struct{}, 1),
		published: make(map[string]published), said: make(map[string]bool), saying: make(map[string]bool),
	}
}

// ended reports whether the client took its leave as the protocol wants.
func (s *server) ended() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state == gone
}

// A request is answered by the function that its handler returns, in a goroutine of its own; the handler itself runs in
// the order of messages.
type answer func(ctx context.Context) (any, error)

var errUnknown = &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: "method not found"}

// Codes of the protocol that jsonrpc2 does not name.
const (
	codeNotInitialized   = -32002
	codeRequestCancelled = -32800
	codeContentModified  = -32801
)

// Handle takes one message. It returns quickly: the next one is read after that.
func (s *server) Handle(ctx context.Context, conn *jsonrpc2.Conn, req *jsonrpc2.Request) {
	<-s.ready
	var params json.RawMessage
	if req.Params != nil {
		params = *req.Params
	}
	var work answer
	err := s.guard(req.Method, func() (err error) {
		work, err = s.dispatch(req, params)
		return err
	})
	if req.Notif {
		if err != nil && !errors.Is(err, errUnknown) {
			s.opts.Log.Warn("notification not understood", "method", req.Method, "error", err)
		}
		return
	}
	if err != nil {
		s.reply(ctx, req, nil, err)
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	s.mu.Lock()
	s.canceled[req.ID] = cancel
	s.mu.Unlock()
	go func() {
		var result any
		err := s.guard(req.Method, func() (err error) {
			result, err = work(ctx)
			return err
		})
		s.mu.Lock()
		delete(s.canceled, req.ID)
		s.mu.Unlock()
		s.reply(context.WithoutCancel(ctx), req, result, err)
		cancel()
	}()
}

// guard turns a panic into an error: one request must not end the session of its user.
func (s *server) guard(method string, f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			s.opts.Log.Error("panic: please report this with the stack", "method", method, "panic", r, "stack", string(debug.Stack()))
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return f()
}

func (s *server) reply(ctx context.Context, req *jsonrpc2.Request, result any, err error) {
	if err == nil {
		err = s.conn.Reply(ctx, req.ID, result)
	} else {
		var known *jsonrpc2.Error
		switch {
		case errors.As(err, &known):
		case errors.Is(err, context.Canceled):
			known = &jsonrpc2.Error{Code: codeRequestCancelled, Message: "cancelled"}
		case errors.Is(err, session.ErrStale):
			known = &jsonrpc2.Error{Code: codeContentModified, Message: err.Error()}
		default:
			known = &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: err.Error()}
			s.opts.Log.Warn("request failed", "method", req.Method, "error", err)
		}
		err = s.conn.ReplyWithError(ctx, req.ID, known)
	}
	if err != nil && !errors.Is(err, jsonrpc2.ErrClosed) {
		s.opts.Log.Warn("no reply", "method", req.Method, "error", err)
	}
}

// dispatch finds who answers a message, and lets notifications take effect.
func (s *server) dispatch(req *jsonrpc2.Request, params json.RawMessage) (answer, error) {
	if req.Method == "exit" {
		s.exit()
		return nil, nil
	}
	s.mu.Lock()
	state := s.state
	s.mu.Unlock()
	switch {
	case state == starting && req.Method != "initialize":
		return nil, &jsonrpc2.Error{Code: codeNotInitialized, Message: "the first request must be initialize"}
	case state != starting && req.Method == "initialize", state > running:
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: req.Method + " is not expected now"}
	}
	switch req.Method {
	case "initialize":
		return with(params, s.initialize)
	case "initialized":
		s.initialized()
		return nil, nil
	case "shutdown":
		return s.shutdown(), nil
	case "$/cancelRequest":
		return nil, s.cancelRequest(params)
	case "textDocument/didOpen":
		return with(params, s.didOpen)
	case "textDocument/didChange":
		return with(params, s.didChange)
	case "textDocument/didSave":
		return with(params, s.didSave)
	case "textDocument/didClose":
		return with(params, s.didClose)
	case "workspace/didChangeWatchedFiles":
		return with(params, s.didChangeWatched)
	case "textDocument/hover":
		return with(params, s.hover)
	case "textDocument/codeAction":
		return with(params, s.codeAction)
	case "textDocument/diagnostic":
		return with(params, s.pull)
	case "workspace/executeCommand":
		return with(params, s.execute)
	}
	return nil, errUnknown
}

// with reads the parameters of a message for its handler.
func with[P any](params json.RawMessage, handle func(P) (answer, error)) (answer, error) {
	var p P
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
	}
	return handle(p)
}

func (s *server) cancelRequest(params json.RawMessage) error {
	var p struct {
		ID jsonrpc2.ID `json:"id"`
	}
	if err := json.Unmarshal(params, &p); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.canceled[p.ID]; cancel != nil {
		cancel()
	}
	return nil
}

// notify sends a notification; a client that is gone is noticed elsewhere.
func (s *server) notify(ctx context.Context, method string, params any) {
	if err := s.conn.Notify(ctx, method, params); err != nil && !errors.Is(err, jsonrpc2.ErrClosed) {
		s.opts.Log.Warn("not sent", "method", method, "error", err)
	}
}

// tell shows a message to the person: once, until a round has passed without a reason for it.
func (s *server) tell(ctx context.Context, kind int, text string) {
	s.mu.Lock()
	again := s.said[text] || s.saying[text]
	s.saying[text] = true
	s.mu.Unlock()
	if !again {
		s.opts.Log.Info("told the client", "message", text)
		s.notify(ctx, "window/showMessage", messageParams{kind, "budgetlint: " + text})
	}
}
