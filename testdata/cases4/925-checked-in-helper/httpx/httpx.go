package httpx

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// StatusError is an answer with a status that was not asked for.
type StatusError struct{ Code int }

func (e *StatusError) Error() string { return fmt.Sprintf("unexpected status %d", e.Code) }

// Expect fails unless the answer has the wanted status.
func Expect(resp *http.Response, want int) error {
	if resp.StatusCode != want {
		return &StatusError{Code: resp.StatusCode}
	}
	return nil
}

// JSON decodes the body of a successful answer.
func JSON[T any](resp *http.Response) (v T, err error) {
	if err := Expect(resp, http.StatusOK); err != nil {
		return v, err
	}
	err = json.NewDecoder(resp.Body).Decode(&v)
	return v, err
}
