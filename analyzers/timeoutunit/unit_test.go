package timeoutunit

import "testing"

func TestUnitOf(t *testing.T) {
	for name, want := range map[string]string{
		"secs": "seconds", "TimeoutSeconds": "seconds", "timeout_s": "seconds", "timeoutS": "seconds", "secondsToSleep": "seconds",
		"QUERY_TIMEOUT_SEC": "seconds", "TimeoutMs": "milliseconds", "TimeoutMS": "milliseconds", "wait-ms": "milliseconds",
		"ThrottleTimeMs": "milliseconds", "backoffMillis": "milliseconds", "poll_interval_msec": "milliseconds", "ms": "milliseconds",
		"keepDays": "days", "ttl_hours": "hours", "Minutes": "minutes", "delayInMinutes": "minutes", "UnixNano": "nanoseconds",
		"latencyNs": "nanoseconds", "waitMicros": "microseconds",

		"second": "", "s": "", "RowsPerSecond": "", "maxVMs": "", "URLs": "", "SMS": "", "DNS": "", "TLS": "", "items": "",
		"timeout": "", "min": "", "timeoutMin": "", "secretKey": "", "class": "", "SecondsToMillis": "", "": "", "_": "",
		"dayRate": "", "params": "",
	} {
		u, ok := unitOf(name)
		if u.name != want || ok != (want != "") {
			t.Errorf("unitOf(%q) = %q, %v; want %q", name, u.name, ok, want)
		}
	}
}
