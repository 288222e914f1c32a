package httpbudget_test

import (
	"math"
	"math/big"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/budgetlint/budgetlint/runtime/budget"
	"github.com/budgetlint/budgetlint/runtime/httpbudget"
)

// What the two headers mean, written down a second time and in another way.
var (
	grpcForm  = regexp.MustCompile(`^(-?)([0-9]{1,8})([HMSmun])$`)
	envoyForm = regexp.MustCompile(`^(-?)([0-9]+)$`)
	unitOf    = map[string]time.Duration{"H": time.Hour, "M": time.Minute, "S": time.Second, "m": ms, "u": time.Microsecond, "n": 1}
)

// meant is what one header says.
func meant(parts []string, unit time.Duration) (time.Duration, bool) {
	if parts == nil {
		return 0, false
	}
	if parts[1] == "-" {
		return 0, true
	}
	n, _ := new(big.Int).SetString(parts[2], 10)
	if n.Mul(n, big.NewInt(int64(unit))); !n.IsInt64() {
		return math.MaxInt64, true
	}
	return time.Duration(n.Int64()), true
}

func FuzzTimeLeft(f *testing.F) {
	for _, seed := range []string{"400m", "400", "-1", "0S", "99999999H", "9223372036854775808", "", "1n", "00000400m", "000000400m", "+1S", "1.5S", "1 m"} {
		f.Add(seed, seed)
		f.Add("1700m", seed)
		f.Add(seed, "1700")
	}
	f.Fuzz(func(t *testing.T, grpc, envoy string) {
		h := http.Header{"Grpc-Timeout": {grpc}, "X-Envoy-Expected-Rq-Timeout-Ms": {envoy}}
		left, ok := httpbudget.TimeLeft(h)

		g := grpcForm.FindStringSubmatch(grpc)
		var unit time.Duration
		if g != nil {
			unit = unitOf[g[3]]
		}
		want, wantOK := meant(g, unit)
		if e, eOK := meant(envoyForm.FindStringSubmatch(envoy), ms); eOK && (!wantOK || e < want) {
			want, wantOK = e, true
		}
		if left != want || ok != wantOK {
			t.Fatalf("%q and %q: %v, %v, want %v, %v", grpc, envoy, left, ok, want, wantOK)
		}

		// What is left is sent on, rounded down to what the headers can say, and read as that.
		sent := http.Header{}
		httpbudget.WriteTimeLeft(sent, left)
		back, ok := httpbudget.TimeLeft(sent)
		if ok != (left > 0) {
			t.Fatalf("%v is sent as %v", left, sent)
		}
		const most = 99_999_999
		say := left.Truncate(ms)
		switch {
		case left > most*time.Second:
			say = most * time.Second
		case left >= (most+1)*ms:
			say = left.Truncate(time.Second)
		case left > 0 && left < ms:
			say = ms
		}
		if back != say {
			t.Fatalf("%v is sent as %v and read as %v, want %v", left, sent, back, say)
		}
	})
}

// FuzzMiddleware: whatever the headers say, the calls and the answer together get no more than the caller waits and the
// server allows, and the margin keeps its share.
func FuzzMiddleware(f *testing.F) {
	f.Add("400m", int64(2000*ms), int64(300*ms))
	f.Add("90M", int64(3*time.Hour), int64(time.Hour))
	f.Add("1n", int64(2), int64(1))
	f.Add("99999999H", int64(math.MaxInt64/4), int64(math.MaxInt64/8))
	f.Add("junk", int64(time.Second), int64(0))
	f.Fuzz(func(t *testing.T, header string, total, margin int64) {
		// Longer than 50 years, the clock itself runs over.
		const ever = 50 * 365 * 24 * int64(time.Hour)
		if total <= 0 || total > ever || margin < 0 || margin >= total {
			return
		}
		left, ok := httpbudget.TimeLeft(http.Header{"Grpc-Timeout": {header}})
		all := time.Duration(total)
		if ok && left < all {
			all = left
		}
		synctest.Test(t, func(t *testing.T) {
			ran := false
			w := serve(t.Context(), httpbudget.Middleware(time.Duration(total), time.Duration(margin)), func(_ http.ResponseWriter, r *http.Request) {
				ran = true
				spend, _ := budget.Remaining(r.Context())
				reply, _ := budget.Remaining(budget.Reply(r.Context()))
				share := new(big.Int).Mul(big.NewInt(margin), big.NewInt(int64(all)))
				share.Div(share, big.NewInt(total))
				if reply != all || spend != all-time.Duration(share.Int64()) || spend <= 0 {
					t.Errorf("%v of %v left: %v to spend, %v to reply, want a margin of %v", left, time.Duration(total), spend, reply, share)
				}
			}, "grpc-timeout: "+header)
			if ran == (ok && left <= 0) || !ran && w.Code != http.StatusGatewayTimeout {
				t.Errorf("the handler ran: %t with %v left, status %d", ran, left, w.Code)
			}
		})
	})
}

func FuzzTraceID(f *testing.F) {
	f.Add(parent, "abc")
	f.Add("01"+parent[2:]+"-more", "")
	f.Add("ff"+parent[2:], strings.Repeat("a", 129))
	form := regexp.MustCompile(`^(00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}|[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-[!-~]*)?)$`)
	f.Fuzz(func(t *testing.T, traceparent, xTraceID string) {
		h := http.Header{"Traceparent": {traceparent}, "X-Trace-Id": {xTraceID}}
		got := httpbudget.TraceID(h)
		if got == "" || len(got) > 128 || strings.ContainsFunc(got, func(r rune) bool { return r <= ' ' || r > '~' }) {
			t.Fatalf("%q", got)
		}
		if got != xTraceID && len(got) != 32 || len(traceparent) >= 55 && got == traceparent[3:35] && got != xTraceID && !form.MatchString(traceparent) {
			t.Fatalf("%q of %q and %q", got, traceparent, xTraceID)
		}
		sent := http.Header{}
		httpbudget.WriteTrace(t.Context(), sent, got)
		if sent.Get("X-Trace-Id") != got || sent.Get("Traceparent") != "" {
			t.Fatalf("%q is sent as %v", got, sent)
		}
	})
}
