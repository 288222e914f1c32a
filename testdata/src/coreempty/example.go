// Package coreempty lists a user's unread entries.
package coreempty

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
)

type reader struct {
	url  string
	http *http.Client
}

// Unread lists the entries; the caller deletes the files of all others.
func (r *reader) Unread(ctx context.Context) ([]int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.url+"/unread", nil)
	if err != nil {
		return nil, err
	}
	resp, err := r.http.Do(req)
	if err != nil {
		log.Print(err)
		return nil, nil // want `^\(\*http.Client\).Do failed, and the caller gets an empty result without an error \(coreempty\)$`
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, nil // want `^every status that is not expected, an error of the other side among them, becomes an empty result without an error \(coreempty\)$`
	}
	var ids []int
	return ids, json.NewDecoder(resp.Body).Decode(&ids)
}
