package ops

import "time"

type Spec struct {
	TimeoutSeconds *int32 `json:"timeoutSeconds,omitempty"`
}

type Status struct{ Started time.Time }

type Request struct {
	Spec   Spec
	Status Status
}

func Expired(r *Request, now time.Time) (bool, time.Duration) {
	limit := r.Spec.TimeoutSeconds
	if limit == nil || *limit == 0 {
		return false, 0
	}
	end := r.Status.Started.Add(time.Duration(*limit)) // want:timeoutunit
	return !now.Before(end), end.Sub(now)
}
