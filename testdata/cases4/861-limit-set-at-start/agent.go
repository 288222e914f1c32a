// none: the client literal has no limit, but the method that configures the component sets one

package tequila

import (
	"encoding/json"
	"errors"
	"net/http"
	"time"
)

type Config struct {
	URL     string
	Timeout time.Duration
}

type Agent struct {
	cfg    Config
	client http.Client
}

func NewAgent(cfg Config) *Agent {
	a := &Agent{cfg: cfg, client: http.Client{}}
	a.configure()
	return a
}

func (a *Agent) configure() {
	limit := a.cfg.Timeout
	if limit <= 0 {
		limit = 30 * time.Second
	}
	a.client.Timeout = limit
}

func (a *Agent) Status() (string, error) {
	resp, err := a.client.Get(a.cfg.URL + "/healthcheck")
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return "", errors.New("status: " + resp.Status)
	}
	var s struct{ Version string }
	err = json.NewDecoder(resp.Body).Decode(&s)
	return s.Version, err
}
