package nodeadline

import "net/http"

// Lists has an option for its client; who imports the package may use it.
type Lists struct{ hc *http.Client }

// Option changes a client.
type Option func(*Lists)

// WithHTTPClient replaces the client.
func WithHTTPClient(hc *http.Client) Option { return func(l *Lists) { l.hc = hc } }

// NewLists makes a client.
func NewLists(opts ...Option) *Lists {
	l := &Lists{hc: &http.Client{}}
	for _, o := range opts {
		o(l)
	}
	return l
}

// All asks for all lists.
func (l *Lists) All() (*http.Response, error) { return l.hc.Get("https://lists.example.com") }
