// none: a refresher started with go renews keys for as long as the process lives, at a steady pace

package keys

import (
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"
)

type Set map[string]string

type Keys struct {
	url     string
	hc      *http.Client
	current atomic.Pointer[Set]
}

// Start loads the keys once and keeps them fresh until the process ends.
func Start(url string) (*Keys, error) {
	k := &Keys{url: url, hc: &http.Client{Timeout: 10 * time.Second}}
	if err := k.load(); err != nil {
		return nil, err
	}
	go k.keep(15 * time.Minute)
	return k, nil
}

func (k *Keys) load() error {
	resp, err := k.hc.Get(k.url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return errors.New("keys: " + resp.Status)
	}
	var s Set
	if err := json.NewDecoder(resp.Body).Decode(&s); err != nil {
		return err
	}
	k.current.Store(&s)
	return nil
}

func (k *Keys) keep(every time.Duration) {
	for {
		time.Sleep(every)
		if err := k.load(); err != nil {
			slog.Warn("old keys kept", "err", err)
		}
	}
}

func (k *Keys) Find(kid string) (string, bool) {
	v, ok := (*k.current.Load())[kid]
	return v, ok
}
