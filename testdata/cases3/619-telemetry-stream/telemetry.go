package telemetry

import (
	"context"

	"google.golang.org/grpc"
)

type Event struct{ Kind string }

type Stream interface {
	Recv() (*Event, error)
	grpc.ClientStream
}

type TelemetryClient interface {
	GetEvents(ctx context.Context, filter string, opts ...grpc.CallOption) (Stream, error)
}

func Follow(c TelemetryClient, stop <-chan struct{}, f func(*Event)) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		select {
		case <-stop:
			cancel()
		case <-ctx.Done():
		}
	}()
	s, err := c.GetEvents(ctx, "*")
	if err != nil {
		return err
	}
	for {
		e, err := s.Recv()
		if err != nil {
			return err
		}
		f(e)
	}
}
