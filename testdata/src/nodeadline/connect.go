package nodeadline

import (
	"context"
	"net/http"
	"time"

	"connectrpc.com/connect"

	"nodeadline/declared"
)

type askFeature struct{ user string }

type featureValue struct{ value float64 }

// A Connect client has the limit of the http.Client that it is made with.
type features struct {
	quick, slow *connect.Client[askFeature, featureValue]
}

func newFeatures(base string) *features {
	return &features{
		quick: connect.NewClient[askFeature, featureValue](&http.Client{Timeout: 800 * time.Millisecond}, base),
		slow:  connect.NewClient[askFeature, featureValue](&http.Client{}, base),
	}
}

func (f *features) inTime(user string) error {
	_, err := f.quick.CallUnary(context.Background(), connect.NewRequest(&askFeature{user}))
	return err
}

func (f *features) whenever(user string) error {
	_, err := f.slow.CallUnary(context.Background(), connect.NewRequest(&askFeature{user})) // want `context.Background\(\) carries no deadline, and nothing else bounds`
	return err
}

// What a directive names is bounded by what its body does, also in another package.
func nightly(s *declared.Store) error {
	ctx := context.Background() // want `context.Background\(\) carries no deadline, and nothing else bounds \(\*http.Client\).Do; path: declared.Store.Tags`
	if err := s.Item(ctx); err != nil {
		return err
	}
	return s.Tags(ctx)
}
