// Package seqcalls_broken does not compile; what does is still looked at.
package seqcalls_broken

import (
	"net/http"
)

func whole(c *http.Client, a, b string) error {
	x, err := c.Head(a)
	if err != nil {
		return err
	}
	y, err := c.Head(b) // want `2 calls wait`
	if err != nil {
		return err
	}
	println(x.StatusCode, y.StatusCode)
	return nil
}

func broken(c *http.Client, a, b string) error {
	x, err := c.Head(a)
	if err != nil {
		return err
	}
	y, err := c.Head(missing)
	return err
}
