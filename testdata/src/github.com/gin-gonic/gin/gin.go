// Package gin is the part of the real one that fixtures use.
package gin

import (
	"net/http"
	"time"
)

type Context struct {
	Request *http.Request
	Writer  http.ResponseWriter
}

type HandlerFunc func(*Context)

func (c *Context) Next() {}

func (c *Context) Param(key string) string { return key }

func (c *Context) Query(key string) string { return key }

func (c *Context) JSON(code int, obj any) {}

func (c *Context) AbortWithStatus(code int) {}

func (c *Context) AbortWithError(code int, err error) error { return err }

func (c *Context) Deadline() (deadline time.Time, ok bool) { return }

func (c *Context) Done() <-chan struct{} { return nil }

func (c *Context) Err() error { return nil }

func (c *Context) Value(key any) any { return nil }
