package directory

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
)

type Entry struct {
	Name  string `json:"name"`
	Email string `json:"email"`
}

type Directory struct {
	nc      *nats.Conn
	subject string
}

func (d *Directory) Lookup(ctx context.Context, login string) (*Entry, error) {
	_, cancel := context.WithTimeout(ctx, 2*time.Second) // alt:ctxdrop
	defer cancel()

	msg, err := d.nc.RequestWithContext(ctx, d.subject, []byte(login)) // want:ctxdrop
	if err != nil {
		return nil, fmt.Errorf("directory: %w", err)
	}
	e := new(Entry)
	if err := json.Unmarshal(msg.Data, e); err != nil {
		return nil, fmt.Errorf("entry of %s: %w", login, err)
	}
	return e, nil
}
