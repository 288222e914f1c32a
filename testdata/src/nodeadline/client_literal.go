package nodeadline

import (
	"crypto/tls"
	"net/http"
	"time"
)

// Limits on the dial and the headers do not bound the body.
func insecure(url string) (*http.Response, error) {
	hc := &http.Client{ // want `http.Client without Timeout`
		Transport: &http.Transport{
			TLSClientConfig:       &tls.Config{InsecureSkipVerify: true},
			ResponseHeaderTimeout: time.Second,
		},
	}
	return hc.Get(url)
}

func once(url string) (*http.Response, error) {
	return (&http.Client{}).Get(url) // want `http.Client without Timeout`
}

func made(url string) (*http.Response, error) {
	hc := new(http.Client) // want `http.Client without Timeout`
	return hc.Get(url)
}

func zero(url string) (*http.Response, error) {
	var hc http.Client // want `zero http.Client, which has no Timeout`
	return hc.Get(url)
}

// A timeout of 0 means none.
func none(url string) (*http.Response, error) {
	hc := &http.Client{Timeout: 0} // want `http.Client without Timeout`
	return hc.Get(url)
}

// The client is made somewhere else: the report stands at the call that it cannot bound.
var catalogue = &http.Client{Transport: http.DefaultTransport}

func items(url string) (*http.Response, error) {
	return catalogue.Get(url) // want `\(\*http.Client\).Get may wait for ever: http.Client without Timeout`
}
