// Package defaulted gives http.DefaultClient a limit at its start.
package defaulted

import (
	"net/http"
	"time"
)

func init() { http.DefaultClient = &http.Client{Timeout: 5 * time.Second} }

func okGet(url string) (*http.Response, error) { return http.Get(url) }

func okDefault(url string) (*http.Response, error) { return http.DefaultClient.Get(url) }
