package lists

import (
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"time"
)

var transport = &http.Transport{
	DialContext:           (&net.Dialer{Timeout: 2 * time.Second}).DialContext,
	TLSHandshakeTimeout:   2 * time.Second,
	ResponseHeaderTimeout: 5 * time.Second,
}

var client = &http.Client{Transport: transport} // want:nodeadline

type List struct {
	Name    string
	Entries []string
}

type Updater struct{ base string }

func (u *Updater) Pull(name string) (*List, error) {
	resp, err := client.Get(u.base + "/lists/" + name) // alt:nodeadline
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, errors.New(name + ": " + resp.Status)
	}
	l := &List{Name: name}
	if err := json.NewDecoder(resp.Body).Decode(&l.Entries); err != nil {
		return nil, err
	}
	return l, nil
}
