package poll

import (
	"os"
	"strconv"
	"time"
)

func interval() int {
	n, err := strconv.Atoi(os.Getenv("POLL_INTERVAL_SECONDS"))
	if err != nil {
		return 15
	}
	return n
}

func Run(stop <-chan struct{}, f func()) {
	t := time.NewTicker(time.Duration(interval())) // want:timeoutunit
	defer t.Stop()
	for {
		select {
		case <-t.C:
			f()
		case <-stop:
			return
		}
	}
}
