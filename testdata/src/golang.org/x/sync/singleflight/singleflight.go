// Package singleflight is the part of the real one that fixtures use.
package singleflight

type Group struct{ n int }

func (g *Group) Do(key string, fn func() (any, error)) (v any, err error, shared bool) {
	v, err = fn()
	return v, err, false
}
