package httpbudget_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"time"

	"github.com/budgetlint/budgetlint/runtime/budget"
	"github.com/budgetlint/budgetlint/runtime/httpbudget"
	"github.com/budgetlint/budgetlint/runtime/record"
)

func Example() {
	mux := http.NewServeMux()
	mux.HandleFunc("/api/dashboard", func(w http.ResponseWriter, r *http.Request) {
		left, _ := budget.Remaining(r.Context())
		fmt.Println("to spend:", left.Round(10*time.Millisecond), "trace:", record.TraceID(r.Context()))
	})
	// Two seconds for each request, 300 ms of them for the answer.
	server := httpbudget.Middleware(2*time.Second, 300*time.Millisecond)(mux)

	r := httptest.NewRequest(http.MethodGet, "/api/dashboard", nil)
	r.Header.Set("X-Trace-Id", "abc")
	server.ServeHTTP(httptest.NewRecorder(), r)

	r.Header.Set("grpc-timeout", "400m") // the caller will not wait longer
	server.ServeHTTP(httptest.NewRecorder(), r)

	r.Header.Set("grpc-timeout", "0m")
	w := httptest.NewRecorder()
	server.ServeHTTP(w, r)
	fmt.Println(w.Code)
	// Output:
	// to spend: 1.7s trace: abc
	// to spend: 340ms trace: abc
	// 504
}
