package sse

import (
	"context"
	"fmt"
	"net/http"

	"github.com/nats-io/nats.go"
)

func Events(nc *nats.Conn) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		go func() {
			<-r.Context().Done()
			cancel()
		}()
		sub, err := nc.SubscribeSync("events")
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		defer sub.Unsubscribe()
		for {
			m, err := sub.NextMsgWithContext(ctx)
			if err != nil {
				return
			}
			fmt.Fprintf(w, "data: %s\n\n", m.Data)
		}
	}
}
