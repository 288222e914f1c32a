package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"
)

// progress keeps one line on a terminal that says what takes so long, and takes it away again. A nil *progress shows
// nothing. All methods may be called at the same time.
type progress struct {
	w     io.Writer
	start time.Time
	quit  chan struct{}
	done  chan struct{}
	once  sync.Once

	mu    sync.Mutex
	doing string
}

const (
	progressAfter = time.Second // what is quicker needs no explanation
	progressEvery = 200 * time.Millisecond
	clearLine     = "\r\x1b[K"
)

// terminal returns a progress for stderr if it is a terminal that can clear a line.
func terminal(stderr io.Writer) *progress {
	f, ok := stderr.(*os.File)
	if !ok || os.Getenv("TERM") == "dumb" || !term.IsTerminal(int(f.Fd())) {
		return nil
	}
	return newProgress(stderr)
}

func newProgress(w io.Writer) *progress {
	p := &progress{w: w, start: time.Now(), quit: make(chan struct{}), done: make(chan struct{}), doing: "starting"}
	go p.run()
	return p
}

// say changes what the line says.
func (p *progress) say(doing string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	p.doing = doing
	p.mu.Unlock()
}

// stop takes the line away. It must come before anything else is written.
func (p *progress) stop() {
	if p == nil {
		return
	}
	p.once.Do(func() { close(p.quit) })
	<-p.done
}

func (p *progress) run() {
	defer close(p.done)
	timer := time.NewTimer(progressAfter)
	defer timer.Stop()
	shown := ""
	for {
		select {
		case <-p.quit:
			if shown != "" {
				fmt.Fprint(p.w, clearLine)
			}
			return
		case <-timer.C:
			p.mu.Lock()
			doing := p.doing
			p.mu.Unlock()
			if line := fmt.Sprintf("budgetlint: %s, %ds", doing, int(time.Since(p.start).Seconds())); line != shown {
				fmt.Fprint(p.w, clearLine+line)
				shown = line
			}
			timer.Reset(progressEvery)
		}
	}
}
