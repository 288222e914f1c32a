package nodeadline

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"io"
	"mime/multipart"
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

// count reads rows as their user does: a little later.
func count(rows *sql.Rows, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	time.Sleep(time.Millisecond)
	n := 0
	for rows.Next() {
		n++
	}
	return n, errors.Join(rows.Err(), rows.Close())
}

// upload sends a form, and says whether the server can remove its files, as net/http does after each request.
func upload(ctx context.Context, h http.HandlerFunc) (any, error) {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	file, err := form.CreateFormFile("file", "hat.txt")
	if err != nil {
		return nil, err
	}
	if _, err := file.Write([]byte("hat")); err != nil {
		return nil, err
	}
	if err := form.Close(); err != nil {
		return nil, err
	}
	r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/", &body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	w := httptest.NewRecorder()
	h(w, r)
	return []any{w.Code, w.Body.String(), r.MultipartForm != nil}, nil
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
				return count(Rows(n.DB()))
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
		drive.Func{
			Name: "Total", Calls: []string{"SELECT n FROM orders", "SELECT m FROM items", "note"}, Meant: drive.Deadline,
			Do: func(ctx context.Context, n *drive.Net) (any, error) {
				note := func(ctx context.Context) error { return n.Write(ctx, "note") }
				return serve(ctx, http.HandlerFunc((&Desk{n.DB(), note}).Total))
			},
		},
		drive.Func{
			Name: "Once", Calls: []string{"UPDATE seen"}, Meant: drive.Deadline,
			Do: func(ctx context.Context, n *drive.Net) (any, error) {
				return serve(ctx, http.HandlerFunc((&Desk{n.DB(), nil}).Once))
			},
		},
		drive.Func{
			Name: "Upload", Calls: []string{"INSERT upload"},
			Do: func(ctx context.Context, n *drive.Net) (any, error) { return upload(ctx, (&Desk{n.DB(), nil}).Upload) },
		},
		drive.Func{
			Name: "Export", Calls: []string{"SELECT n FROM orders"},
			Do: func(ctx context.Context, n *drive.Net) (any, error) { return count((&Desk{n.DB(), nil}).Export(ctx)) },
		},
		drive.Func{
			Name: "Sum", Calls: []string{"SELECT n FROM orders"}, Meant: drive.Deadline,
			Do: func(ctx context.Context, n *drive.Net) (any, error) { return (&Desk{n.DB(), nil}).Sum(ctx) },
		},
	)
}
