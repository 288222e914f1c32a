package seqcalls_std

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// What both answers must not change with the fix: run this test on the package before and after.
func TestBoth(t *testing.T) {
	for name, tt := range map[string]struct {
		fail, slow string // the paths that break, and those that take their time
		want, err  string
	}{
		"ok":                       {want: "200 200"},
		"slow":                     {slow: "/a /b", want: "200 200"},
		"first fails":              {fail: "/a", err: "a: Get"},
		"second fails":             {fail: "/b", err: "Get"},
		"second fails, first slow": {fail: "/b", slow: "/a", err: "Get"},
		"first fails, second slow": {fail: "/a", slow: "/b", err: "a: Get"},
		"both fail":                {fail: "/a /b", err: "a: Get"},
		"both fail, second first":  {fail: "/a /b", slow: "/a", err: "a: Get"},
	} {
		t.Run(name, func(t *testing.T) {
			srv := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				if strings.Contains(tt.slow, r.URL.Path) {
					time.Sleep(20 * time.Millisecond)
				}
				if strings.Contains(tt.fail, r.URL.Path) {
					panic(http.ErrAbortHandler)
				}
			}))
			defer srv.Close()
			c := &client{base: srv.URL, http: srv.Client()}
			got, err := c.both(t.Context())
			if got != tt.want || (err == nil) != (tt.err == "") || err != nil && !strings.HasPrefix(err.Error(), tt.err) {
				t.Errorf("both() = %q, %v, want %q, %q", got, err, tt.want, tt.err)
			}
		})
	}
}
