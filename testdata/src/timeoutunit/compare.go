package timeoutunit

import "time"

func tooShort(timeout time.Duration) bool {
	return timeout < 30 // want `30 means 30ns: it is compared with a time.Duration`
}
