// none: download is retried; inside one attempt a helper repeats a local rename

package install

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"time"
)

type transient struct{ err error }

func (t transient) Error() string { return t.err.Error() }
func (t transient) Unwrap() error { return t.err }

type Installer struct {
	base string
	dir  string
	hc   *http.Client
}

func New(base, dir string) *Installer {
	return &Installer{base: base, dir: dir, hc: &http.Client{Timeout: time.Minute}}
}

// settle renames, trying again while a virus scanner holds the file.
func settle(from, to string) (err error) {
	for range 5 {
		if err = os.Rename(from, to); err == nil || !errors.Is(err, os.ErrPermission) {
			return err
		}
		time.Sleep(20 * time.Millisecond)
	}
	return err
}

func (in *Installer) fetch(ctx context.Context, name string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, in.base+"/"+name, nil)
	if err != nil {
		return err
	}
	resp, err := in.hc.Do(req)
	if err != nil {
		return transient{err}
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 500 {
		return transient{errors.New(resp.Status)}
	}
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", name, resp.Status)
	}
	tmp, err := os.CreateTemp(in.dir, name)
	if err != nil {
		return err
	}
	_, err = io.Copy(tmp, resp.Body)
	if cerr := tmp.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return transient{err}
	}
	return settle(tmp.Name(), in.dir+"/"+name)
}

func (in *Installer) Install(ctx context.Context, name string) error {
	var err error
	for i := range 3 {
		err = in.fetch(ctx, name)
		var t transient
		if err == nil || !errors.As(err, &t) {
			return err
		}
		d := time.Second << i
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(d/2 + rand.N(d/2)):
		}
	}
	return err
}
