// Package timeoutunit_broken does not compile; what can be known is still reported.
package timeoutunit_broken

import (
	"net/http"
	"time"

	"example.com/missing"
)

type half struct {
	gone missing.Type
	wait time.Duration
}

func broken(h half, n undefined) *http.Client {
	time.Sleep(time.Duration(n))
	time.Sleep(time.Duration())
	h.gone.Wait(30, undefined2*time.Second)
	x := half{missing.New(), 5, 6} // want `5 means 5ns`
	x.nothing = 10
	var a, b time.Duration = missing.Two()
	time.Sleep(a*b + time.Second*time.Second) // want `multiplies two durations`
	return &http.Client{Timeout: 30} // want `30 means 30ns`
}
