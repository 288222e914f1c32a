package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"syscall"
	"time"
)

const (
	kindQuickFix = "quickfix"
	kindFixAll   = "source.fixAll.budgetlint"

	commandPage = "budgetlint.openPage"
)

func (s *server) initialize(p initializeParams) (answer, error) {
	var options struct {
		Tags string `json:"tags"` // build tags, as for go build
		Pull bool   `json:"pull"` // diagnostics on request instead of unasked
	}
	if len(p.Options) > 0 {
		if err := json.Unmarshal(p.Options, &options); err != nil {
			s.opts.Log.Warn("initializationOptions not understood", "error", err)
		}
	}
	s.mu.Lock()
	s.state = running
	s.client, s.tags, s.pulls = p.Capabilities, options.Tags, options.Pull
	s.enc = agree(p.Capabilities.General.PositionEncodings)
	enc := s.enc
	s.mu.Unlock()
	if p.ProcessID != nil {
		go s.watchParent(*p.ProcessID)
	}
	result := initializeResult{
		ServerInfo: serverInfo{Name: "budgetlint", Version: s.opts.Version},
		Capabilities: serverCapabilities{
			PositionEncoding:       string(enc),
			TextDocumentSync:       syncOptions{OpenClose: true, Change: 2, Save: true},
			HoverProvider:          true,
			CodeActionProvider:     codeActionOptions{Kinds: []string{kindQuickFix, kindFixAll}},
			ExecuteCommandProvider: executeOptions{Commands: []string{commandPage}},
		},
	}
	if options.Pull {
		result.Capabilities.DiagnosticProvider = &diagnosticOptions{Identifier: "budgetlint", InterFile: true}
	}
	return func(context.Context) (any, error) { return result, nil }, nil
}

// initialized asks the client to watch the files that findings depend on. A client that does not is made up for by
// looking now and then, which costs a few milliseconds when nothing changed.
func (s *server) initialized() {
	s.mu.Lock()
	watches := s.client.Workspace.DidChangeWatchedFiles.DynamicRegistration
	s.mu.Unlock()
	if !watches {
		go s.poll()
		return
	}
	options := watchOptions{}
	for _, glob := range []string{"**/*.go", "**/go.mod", "**/go.sum", "**/go.work", "**/.budgetlint.yml", "**/*.json"} {
		options.Watchers = append(options.Watchers, watcher{glob})
	}
	go func() { // the answer is read by the goroutine that called us
		err := s.conn.Call(s.ctx, "client/registerCapability", registrationParams{[]registration{
			{ID: "files", Method: "workspace/didChangeWatchedFiles", Options: options},
		}}, nil)
		if err != nil && s.ctx.Err() == nil {
			s.opts.Log.Warn("the client watches no files", "error", err)
			s.poll()
		}
	}()
}

func (s *server) poll() {
	tick := time.NewTicker(s.opts.Poll)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			s.due()
		case <-s.ctx.Done():
			return
		}
	}
}

func (s *server) shutdown() answer {
	s.mu.Lock()
	s.state = shutdown
	if s.stopRound != nil {
		s.stopRound()
	}
	s.mu.Unlock()
	return func(context.Context) (any, error) { return nil, nil }
}

func (s *server) exit() {
	s.mu.Lock()
	if s.state == shutdown {
		s.state = gone
	}
	s.mu.Unlock()
	s.leave()
}

// watchParent leaves when the process that started us is gone without a word.
func (s *server) watchParent(pid int) {
	if !alive(pid) {
		return // in another namespace, as in a container: its end shows as the end of the stream
	}
	tick := time.NewTicker(s.opts.Poll)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if !alive(pid) {
				s.opts.Log.Warn("the client's process is gone", "pid", pid)
				s.leave()
				return
			}
		case <-s.ctx.Done():
			return
		}
	}
}

// alive reports whether a process is there. What cannot be told counts as yes.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	defer p.Release() // nothing to do about an error
	err = p.Signal(syscall.Signal(0))
	return err == nil || !errors.Is(err, os.ErrProcessDone) && !errors.Is(err, syscall.ESRCH)
}

// wants reports whether a request for code actions includes a kind. Without a filter that is quick fixes only: the
// others change more than what the cursor stands on.
func wants(only []string, kind string) bool {
	if len(only) == 0 {
		return kind == kindQuickFix
	}
	return slices.ContainsFunc(only, func(o string) bool {
		return o == "" || kind == o || len(kind) > len(o) && kind[:len(o)] == o && kind[len(o)] == '.'
	})
}
