package downstream_test

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/budgetlint/budgetlint/runtime/contract"
	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/record"
)

func TestHTTPLastErrorCountsNotAnEarlierResponse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := 0
		d := downstream.New("stock", downstream.Config{Timeout: 400 * ms, Retry: &contract.Retry{Attempts: 2}})
		resp, err := d.RoundTripper(server(func(r *http.Request) (*http.Response, error) {
			if n++; n == 1 {
				return answer(503, http.NoBody), nil
			}
			return nil, errDown
		})).RoundTrip(get(t, t.Context()))
		if resp != nil {
			t.Errorf("%+v", resp)
		}
		wantError(t, err, record.Failed, 2, errDown)
	})
}

func TestHTTPClientGoneBetweenAttempts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gone := errors.New("client gone")
		ctx, cancel := context.WithCancelCause(t.Context())
		d := downstream.New("stock", downstream.Config{Timeout: 400 * ms, Retry: &contract.Retry{Attempts: 2, Base: time.Hour, Cap: time.Hour}})
		time.AfterFunc(1, func() { cancel(gone) })
		resp, err := d.RoundTripper(server(func(r *http.Request) (*http.Response, error) {
			return answer(503, http.NoBody), nil
		})).RoundTrip(get(t, ctx))
		if resp != nil || !errors.Is(err, gone) {
			t.Errorf("%+v %v", resp, err)
		}
		if e, ok := errors.AsType[*downstream.StatusError](err); !ok || e.Code != 503 {
			t.Errorf("%v", err)
		}
	})
}

func TestHTTPStreamSendsOnlyTheRequestsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := downstream.New("stock", downstream.Config{Timeout: 400 * ms})
		for want, ctx := range map[string]context.Context{"": t.Context(), "5000m": within(t, 5*time.Second)} {
			d.RoundTripper(server(func(r *http.Request) (*http.Response, error) {
				if got := r.Header.Get("Grpc-Timeout"); got != want {
					t.Errorf("%q, want %q", got, want)
				}
				return answer(200, http.NoBody), nil
			})).RoundTrip(get(t, downstream.WithStream(ctx)))
		}
	})
}

func TestHTTPEachAttemptSendsWhatIsLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := downstream.New("stock", downstream.Config{Timeout: 400 * ms, Retry: &contract.Retry{Attempts: 2, Base: 1, Cap: 2 * time.Second}})
		var sent []string
		resp, err := d.RoundTripper(server(func(r *http.Request) (*http.Response, error) {
			sent = append(sent, r.Header.Get("Grpc-Timeout"))
			resp := answer(503, http.NoBody)
			resp.Header.Set("Retry-After", "1")
			return resp, nil
		})).RoundTrip(get(t, within(t, 1200*ms)))
		if err != nil || resp.StatusCode != 503 || len(sent) != 2 || sent[0] != "400m" || sent[1] != "200m" {
			t.Errorf("%v %v", sent, err)
		}
	})
}
