// none: both balances are read inside one session that a helper hands on in the context

package tx

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
	"go.mongodb.org/mongo-driver/v2/mongo/readconcern"
)

type Manager struct{ client *mongo.Client }

// Snapshot runs f on a session with snapshot reads; the session travels in the context.
func (m *Manager) Snapshot(ctx context.Context, f func(ctx context.Context) error) error {
	sess, err := m.client.StartSession(options.Session().SetSnapshot(true))
	if err != nil {
		return err
	}
	defer sess.EndSession(ctx)
	return mongo.WithSession(ctx, sess, f)
}

func Majority() *options.CollectionOptionsBuilder {
	return options.Collection().SetReadConcern(readconcern.Majority())
}
