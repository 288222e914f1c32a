package nodeadline

import (
	"io"
	"net/http"
	"net/url"
	"strings"
)

// The package functions of net/http use http.DefaultClient, which waits for ever.
func rates() ([]byte, error) {
	resp, err := http.Get("https://rates.example.com/today") // want `http.Get takes no context and has no time limit`
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

func notify(msg string) error {
	resp, err := http.Post("https://hooks.example.com/chat", "text/plain", strings.NewReader(msg)) // want `http.Post takes no context and has no time limit`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func login(user string) (*http.Response, error) {
	return http.PostForm("https://login.example.com", url.Values{"user": {user}}) // want `http.PostForm takes no context`
}

func alive(base string) bool {
	if resp, err := http.Head(base + "/healthz"); err == nil { // want `http.Head takes no context`
		resp.Body.Close()
		return resp.StatusCode == http.StatusOK
	}
	return false
}

// One report for a function's calls: what helps them is one client or one context.
func both() {
	a, err := http.Get("https://a.example.com") // want `http.Get takes no context`
	if err != nil {
		return
	}
	defer a.Body.Close()
	b, err := http.Get("https://b.example.com")
	if err == nil {
		b.Body.Close()
	}
}
