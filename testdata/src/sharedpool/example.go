// Package sharedpool delivers events to webhooks.
package sharedpool

import (
	"net/http"
	"strings"
)

type delivery struct{ url, body string }

type notifier struct {
	queue chan delivery
	http  *http.Client
}

// New starts the one worker.
func New() *notifier {
	n := &notifier{queue: make(chan delivery, 100), http: &http.Client{}}
	go n.work()
	return n
}

func (n *notifier) work() {
	for d := range n.queue {
		resp, err := n.http.Post(d.url, "application/json", strings.NewReader(d.body)) // want `^one worker takes from n.queue for all receivers: while one is slow, the others wait behind it \(sharedpool\)$`
		if err == nil {
			resp.Body.Close()
		}
	}
}
