package consume

import (
	"context"
	"errors"
	"io"
	"log"

	"github.com/segmentio/kafka-go"
)

// Run waits for messages as long as the process lives; Close ends it.
func Run(r *kafka.Reader, handle func([]byte) error) error {
	for {
		m, err := r.ReadMessage(context.Background())
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := handle(m.Value); err != nil {
			log.Print(err)
		}
	}
}
