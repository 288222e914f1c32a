package clients

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

type Services struct {
	gateway string
	hc      *http.Client
}

// New sends everything through the one gateway of the data centre.
func New(gateway string) *Services {
	return &Services{
		gateway: gateway,
		hc: &http.Client{ // want:sharedpool
			Timeout: 2 * time.Second,
			Transport: &http.Transport{ // alt:sharedpool
				MaxConnsPerHost: 10,
				MaxIdleConns:    10,
				IdleConnTimeout: time.Minute,
			},
		},
	}
}

// Whoami decides who is asking; nothing works without it.
//
//budgetlint:downstream name=identity core timeout=500ms
func (s *Services) Whoami(ctx context.Context, token string) (string, error) { // alt:sharedpool
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.gateway+"/identity/me", nil)
	if err != nil {
		return "", err
	}
	req.Header.Set("Authorization", "Bearer "+token)
	resp, err := s.hc.Do(req) // alt:sharedpool
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return "", fmt.Errorf("identity: %s", resp.Status)
	}
	var user string
	err = json.NewDecoder(resp.Body).Decode(&user)
	return user, err
}

// Avatar is decoration.
//
//budgetlint:downstream name=avatars degradable timeout=2s
func (s *Services) Avatar(ctx context.Context, user string) (string, error) { // alt:sharedpool
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.gateway+"/avatars/"+user, nil)
	if err != nil {
		return "", err
	}
	resp, err := s.hc.Do(req) // alt:sharedpool
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return "", fmt.Errorf("avatar of %s: %s", user, resp.Status)
	}
	var url string
	err = json.NewDecoder(resp.Body).Decode(&url)
	return url, err
}
