package contract

import (
	"bytes"
	"context"
	"io"
	"os"
	"time"
)

// Watch reads file at once and then every so often, and gives each new contract to apply: the first one, and each after
// the file's content has changed. It blocks until ctx ends, then returns ctx's cause; start it where a goroutine is
// owned. apply runs on the goroutine of Watch, never twice at a time.
//
// A new file is refused if it cannot be read, if Parse finds a fault, or if apply returns an error; the contract applied
// last stays, and the same content is not tried again. The refusals go to OnRefused. Only a file that cannot be read
// at the very start ends Watch, with that error: the name is likely wrong. Replace the file by renaming a finished one,
// as a half-written file is refused like any other.
//
// Watch compares content, so that it sees what a coarse clock or a swapped symbolic link hides. It panics if every is
// not positive.
func Watch(ctx context.Context, file string, every time.Duration, apply func(*Contract) error, o ...WatchOption) error {
	w := watch{refused: func(error) {}}
	for _, option := range o {
		option(&w)
	}
	tick := time.NewTicker(every)
	defer tick.Stop()
	data, err := read(file)
	if err != nil {
		return err
	}
	for {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		w.look(file, data, err, apply)
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-tick.C:
			data, err = read(file)
		}
	}
}

// WatchOption changes what Watch does.
type WatchOption func(*watch)

// OnRefused has f called with the reason each time that a new file is refused: the error of Parse or of apply, or why
// the file cannot be read, once for as long as it stays the same. f runs on the goroutine of Watch.
func OnRefused(f func(error)) WatchOption { return func(w *watch) { w.refused = f } }

// watch is what was seen last.
type watch struct {
	refused    func(error)
	data       []byte // nil before the first look
	unreadable string // the error by which the file could not be read, "" if it could
}

func (w *watch) look(file string, data []byte, err error, apply func(*Contract) error) {
	if err != nil {
		if err.Error() != w.unreadable {
			w.unreadable = err.Error()
			w.refused(err)
		}
		return
	}
	w.unreadable = ""
	if w.data != nil && bytes.Equal(data, w.data) {
		return
	}
	w.data = data
	c, err := Parse(file, data)
	if err == nil {
		err = apply(c)
	}
	if err != nil {
		w.refused(err)
	}
}

// read returns the content of file; of one that is too large, just enough for Parse to say so. It is never nil.
func read(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxSize+1))
}
