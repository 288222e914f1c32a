package flags

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log"
	"net/http"
	"time"
)

var ErrProject = errors.New("flags: no such project")

type Flags map[string]bool

type Loader struct {
	url string
	hc  *http.Client
}

func NewLoader(url string) *Loader {
	return &Loader{url: url, hc: &http.Client{Timeout: 2 * time.Second}}
}

func (l *Loader) Load(ctx context.Context, project string) (flags Flags, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, l.url+"/projects/"+project+"/flags", nil)
	if err != nil {
		return nil, err
	}
	resp, err := l.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusOK:
		err = json.NewDecoder(resp.Body).Decode(&flags)
	case resp.StatusCode == http.StatusNotFound:
		err = ErrProject
	default:
		msg, _ := io.ReadAll(io.LimitReader(resp.Body, 512))         // alt:coreempty
		log.Printf("flags of %s: %s: %s", project, resp.Status, msg) // alt:coreempty
		return Flags{}, nil                                          // want:coreempty
	}
	return flags, err
}
