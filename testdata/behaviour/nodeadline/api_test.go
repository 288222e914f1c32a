package nodeadline

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"example.com/behaviour/internal/drive"
)

// read reads a body as its user does: a little later.
func read(body io.ReadCloser, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	time.Sleep(time.Millisecond)
	text, err := io.ReadAll(body)
	return string(text), errors.Join(err, body.Close())
}

func serve(ctx context.Context, h http.Handler) (any, error) {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodGet, "/", nil))
	return []any{w.Code, w.Body.String()}, nil
}

func Test(t *testing.T) {
	drive.Run(t,
		drive.Func{
			Name: "Version", Calls: []string{"GET /version", "POST /seen text/plain v1"}, Meant: drive.Deadline,
			Do: func(ctx context.Context, n *drive.Net) (any, error) {
				drive.HTTP{Net: n}.UseDefault()
				return Version()
			},
		},
		drive.Func{
			Name: "Open", Calls: []string{"GET /files/7"}, Meant: drive.Deadline,
			Do: func(ctx context.Context, n *drive.Net) (any, error) {
				drive.HTTP{Net: n}.UseDefault()
				return read(Open("7"))
			},
		},
		drive.Func{
			Name: "Copy", Calls: []string{"GET /copies/7"},
			Do: func(ctx context.Context, n *drive.Net) (any, error) {
				return read(Copy(drive.HTTP{Net: n}, "7"))
			},
		},
		drive.Func{
			Name: "Job", Calls: []string{"PING", "SELECT n FROM jobs", "DELETE jobs"}, Meant: drive.Deadline,
			Do: func(ctx context.Context, n *drive.Net) (any, error) { return Job(n.DB()) },
		},
		drive.Func{
			Name: "Rows", Calls: []string{"SELECT n FROM jobs"},
			Do: func(ctx context.Context, n *drive.Net) (any, error) {
				rows, err := Rows(n.DB())
				if err != nil {
					return nil, err
				}
				time.Sleep(time.Millisecond)
				count := 0
				for rows.Next() {
					count++
				}
				return count, errors.Join(rows.Err(), rows.Close())
			},
		},
		drive.Func{
			Name: "API", Calls: []string{"GET /prices/7", "GET /stock/7", "note"}, Meant: drive.Deadline,
			Do: func(ctx context.Context, n *drive.Net) (any, error) {
				note := func(ctx context.Context) error { return n.Write(ctx, "note") }
				return serve(ctx, NewAPI(drive.HTTP{Net: n}, note))
			},
		},
		drive.Func{
			Name: "Handler", Calls: []string{"GET /pages/7"}, Meant: drive.Deadline,
			Do: func(ctx context.Context, n *drive.Net) (any, error) {
				drive.HTTP{Net: n}.UseDefault()
				return serve(ctx, http.HandlerFunc(Handler))
			},
		},
	)
}
