package timeoutunit

import "net/http"

// No import of time yet, and a comment before the value.
func newStock() *http.Client {
	return &http.Client{
		Timeout: /* generous */ 10, // want `10 means 10ns`
	}
}
