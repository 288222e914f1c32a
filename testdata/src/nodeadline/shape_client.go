package nodeadline

import (
	"net/http"
	"time"
)

// A struct that embeds its client.
type forum struct{ *http.Client }

func newForum() *forum { return &forum{&http.Client{}} }

func (f *forum) threads(url string) (*http.Response, error) {
	return f.Get(url) // want `\(\*http.Client\).Get may wait for ever: http.Client without Timeout`
}

// A method value keeps its receiver.
func sender(req *http.Request) (*http.Response, error) {
	do := http.DefaultClient.Do // the client is bound here
	return do(req)              // want `http.DefaultClient has no Timeout`
}

// The constructor is a function of its own.
func plainClient() (*http.Client, error) { return &http.Client{}, nil }

func blog(url string) (*http.Response, error) {
	hc, err := plainClient()
	if err != nil {
		return nil, err
	}
	return hc.Get(url) // want `\(\*http.Client\).Get may wait for ever: http.Client without Timeout`
}

const noLimit = 0 * time.Second

func archive(url string) (*http.Response, error) {
	hc := http.Client{Timeout: noLimit} // want `http.Client without Timeout`
	return hc.Get(url)
}
