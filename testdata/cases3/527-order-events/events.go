package events

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/segmentio/kafka-go"
)

type API struct{ out *kafka.Writer }

func (a *API) publish(key string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return a.out.WriteMessages(context.Background(), kafka.Message{Key: []byte(key), Value: data}) // alt:nodeadline alt:detachedctx
}

func (a *API) Create(w http.ResponseWriter, r *http.Request) {
	if err := a.publish(r.PathValue("id"), map[string]string{"state": "new"}); err != nil { // want:detachedctx
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}
