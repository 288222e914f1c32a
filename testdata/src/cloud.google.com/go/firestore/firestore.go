// Package firestore is a stub with the true signatures.
package firestore

import "context"

type (
	Client            struct{}
	Transaction       struct{}
	TransactionOption interface{ config(t *Transaction) }
	DocumentRef       struct{}
	DocumentSnapshot  struct{}
)

func (c *Client) RunTransaction(ctx context.Context, f func(context.Context, *Transaction) error, opts ...TransactionOption) error {
	return nil
}

func (t *Transaction) Get(dr *DocumentRef) (*DocumentSnapshot, error) { return nil, nil }

func (t *Transaction) Set(dr *DocumentRef, data any) error { return nil }
