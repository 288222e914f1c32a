package nodeadline

import (
	"net/http"
)

func send(req *http.Request) (*http.Response, error) {
	return http.DefaultClient.Do(req) // want `http.DefaultClient has no Timeout, and nothing in sight gives \(\*http.Client\).Do a deadline \(nodeadline/client\)`
}

// A copy of the default client copies its missing limit.
func probe(url string) error {
	c := *http.DefaultClient // want `a copy of http.DefaultClient, which has no Timeout`
	c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
