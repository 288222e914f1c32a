// Package browsertest opens a page in a headless Chromium and says what a person would see there: what a script finds, how
// it looks, and what is wrong with it by Audit. It serves nothing and speaks to no network; it is for tests of pages that
// this module writes.
//
// It talks to the browser by the DevTools protocol over two pipes (https://chromedevtools.github.io/devtools-protocol/),
// which takes no library.
package browsertest

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"testing"
	"time"
)

// A Browser is one Chromium. Its pages may be opened from several goroutines.
type Browser struct {
	cmd *exec.Cmd
	to  io.WriteCloser

	mu      sync.Mutex
	next    int
	waiting map[int]chan<- message
	pages   map[string]*Page // by session
	dead    error            // why nothing will be answered any more
}

// message is what goes over the pipes, both ways.
type message struct {
	ID        int             `json:"id,omitempty"`
	SessionID string          `json:"sessionId,omitempty"`
	Method    string          `json:"method,omitempty"`
	Params    json.RawMessage `json:"params,omitempty"`
	Result    json.RawMessage `json:"result,omitempty"`
	Error     *struct {
		Message string `json:"message"`
	} `json:"error,omitempty"`
}

// patience is how long one command may take on a busy machine.
const patience = time.Minute

// Start starts a Chromium that lives until the test ends. Where there is none, the test is skipped.
func Start(t testing.TB) *Browser {
	t.Helper()
	path := find()
	if path == "" {
		t.Skip("no Chromium here (Debian: apt-get install chromium): what a person would see on the page is not tested")
	}
	args := []string{
		"--headless", "--remote-debugging-pipe", "--user-data-dir=" + t.TempDir(), "--hide-scrollbars", "--disable-gpu",
		"--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking", "--disable-component-update",
		"--force-color-profile=srgb", "--font-render-hinting=none",
	}
	if os.Getuid() == 0 {
		args = append(args, "--no-sandbox") // it refuses to run with one as root
	}
	b := &Browser{cmd: exec.Command(path, append(args, "about:blank")...), waiting: map[int]chan<- message{}, pages: map[string]*Page{}}
	theirIn, ourOut, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	ourIn, theirOut, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	b.cmd.ExtraFiles = []*os.File{theirIn, theirOut} // file descriptors 3 and 4
	b.to = ourOut
	err = b.cmd.Start()
	theirIn.Close()
	theirOut.Close()
	if err != nil {
		t.Fatalf("start %s: %v", path, err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		b.read(ourIn)
	}()
	t.Cleanup(func() {
		b.call("", "Browser.close", nil, nil) // so that its children end, too; an error means that it has gone
		ourOut.Close()
		timer := time.AfterFunc(10*time.Second, func() { b.cmd.Process.Kill() })
		defer timer.Stop()
		<-ended
		b.cmd.Wait()
		ourIn.Close()
	})
	return b
}

// find returns the path of a Chromium, "" if there is none. The pipes need file descriptors 3 and 4, which Windows has not.
func find() string {
	if runtime.GOOS == "windows" {
		return ""
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// read hands out what the browser says until it says no more.
func (b *Browser) read(from io.Reader) {
	r := bufio.NewReader(from)
	for {
		data, err := r.ReadBytes(0)
		if err != nil {
			b.mu.Lock()
			b.dead = fmt.Errorf("the browser has gone: %w", err)
			for id, c := range b.waiting {
				close(c)
				delete(b.waiting, id)
			}
			b.mu.Unlock()
			return
		}
		var m message
		if json.Unmarshal(data[:len(data)-1], &m) != nil {
			continue
		}
		b.mu.Lock()
		c, p := b.waiting[m.ID], b.pages[m.SessionID]
		delete(b.waiting, m.ID)
		b.mu.Unlock()
		switch {
		case c != nil:
			c <- m
		case m.Method != "" && p != nil:
			p.event(m)
		}
	}
}

// call sends a command and waits for its result. params and result may be nil.
func (b *Browser) call(session, method string, params, result any) error {
	m := message{SessionID: session, Method: method}
	if params != nil {
		data, err := json.Marshal(params)
		if err != nil {
			return err
		}
		m.Params = data
	}
	answer := make(chan message, 1)
	b.mu.Lock()
	if b.dead != nil {
		b.mu.Unlock()
		return b.dead
	}
	b.next++
	m.ID = b.next
	b.waiting[m.ID] = answer
	data, err := json.Marshal(m)
	if err == nil {
		_, err = b.to.Write(append(data, 0))
	}
	b.mu.Unlock()
	if err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	select {
	case m, ok := <-answer:
		switch {
		case !ok:
			return fmt.Errorf("%s: the browser has gone", method)
		case m.Error != nil:
			return fmt.Errorf("%s: %s", method, m.Error.Message)
		case result == nil:
			return nil
		}
		return json.Unmarshal(m.Result, result)
	case <-time.After(patience):
		return errors.Join(fmt.Errorf("%s: no answer after %v", method, patience), b.cmd.Process.Kill())
	}
}
