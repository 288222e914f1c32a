package api

import (
	"net/http"
	"net/url"
)

type netAPI struct {
	root   *url.URL
	client *http.Client
}

func newNetAPI(root, proxy string) (*netAPI, error) {
	u, err := url.Parse(root)
	if err != nil {
		return nil, err
	}
	hc := http.DefaultClient // alt:nodeadline
	if proxy != "" {
		p, err := url.Parse(proxy)
		if err != nil {
			return nil, err
		}
		hc = &http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(p)}} // alt:nodeadline
	}
	return &netAPI{root: u, client: hc}, nil
}

func (a *netAPI) update(path string) (*http.Response, error) {
	u := *a.root
	u.Path = path
	req, err := http.NewRequest(http.MethodPost, u.String(), nil)
	if err != nil {
		return nil, err
	}
	return a.client.Do(req) // want:nodeadline
}
