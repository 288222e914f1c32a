// Package errgroup is the part of the real one that fixtures use.
package errgroup

import "context"

type Group struct{ err error }

func WithContext(ctx context.Context) (*Group, context.Context) { return &Group{}, ctx }

func (g *Group) Wait() error { return g.err }

func (g *Group) Go(f func() error) { g.err = f() }

func (g *Group) TryGo(f func() error) bool { g.Go(f); return true }

func (g *Group) SetLimit(n int) {}
