package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
)

// progress is the line that says what is going on. It is for a terminal only: anywhere else out is nil and nothing is
// written.
type progress struct {
	out   io.Writer
	start time.Time

	mu     sync.Mutex
	order  []string
	doing  map[string]string
	ended  int
	failed int
}

// newProgress writes to f if that is a terminal.
func newProgress(f *os.File) *progress {
	p := &progress{start: time.Now(), doing: map[string]string{}}
	if info, err := f.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb" {
		p.out = f
	}
	return p
}

// say replaces what is said of a scenario.
func (p *progress) say(scenario, what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, ok := p.doing[scenario]; !ok {
		p.order = append(p.order, scenario)
	}
	p.doing[scenario] = what
	p.write()
}

// done takes a scenario off the line.
func (p *progress) done(scenario string, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.doing, scenario)
	p.ended++
	if !ok {
		p.failed++
	}
	p.write()
}

// forget takes off what is no scenario.
func (p *progress) forget(what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.doing, what)
	p.write()
}

// clear leaves an empty line for what comes next.
func (p *progress) clear() {
	if p.out != nil {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}

// write is called under mu. The line is shorter than the narrowest of usual terminals, as it must not wrap.
func (p *progress) write() {
	if p.out == nil {
		return
	}
	line := fmt.Sprintf("%3.0fs  %d done", time.Since(p.start).Seconds(), p.ended)
	if p.failed > 0 {
		line += fmt.Sprintf(", %d FAILED", p.failed)
	}
	for _, name := range p.order {
		if what, ok := p.doing[name]; ok {
			line += fmt.Sprintf("  [%s: %s]", name, what)
		}
	}
	const width = 78
	if r := []rune(line); len(r) > width {
		line = strings.TrimRight(string(r[:width-1]), " ") + "…"
	}
	fmt.Fprintf(p.out, "\r\x1b[K%s", line)
}
