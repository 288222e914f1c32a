package artifacts

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

type Artifact struct {
	Digest string `json:"digest"`
	Size   int64  `json:"size"`
}

type Store struct {
	base   string
	client *retryablehttp.Client
}

func NewStore(base string) *Store {
	rc := retryablehttp.NewClient()
	rc.Logger = nil
	rc.RetryMax = 3
	rc.RetryWaitMin = 500 * time.Millisecond
	rc.RetryWaitMax = 2 * time.Second
	rc.HTTPClient.Timeout = 10 * time.Second
	return &Store{base: base, client: rc}
}

// Stat describes one artifact.
func (s *Store) Stat(ctx context.Context, name string) (*Artifact, error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second) // alt:overbudget
	defer cancel()
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, s.base+"/artifacts/"+name, nil)
	if err != nil {
		return nil, err
	}
	resp, err := s.client.Do(req) // want:overbudget
	if err != nil {
		return nil, fmt.Errorf("stat %s: %w", name, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("stat %s: %s", name, resp.Status)
	}
	var a Artifact
	if err := json.NewDecoder(resp.Body).Decode(&a); err != nil {
		return nil, err
	}
	return &a, nil
}
