package export

import (
	"encoding/csv"
	"net/http"
	"strconv"
	"time"

	"gorm.io/gorm"
)

type Row struct {
	ID    int64
	Total int64
}

type Export struct{ db *gorm.DB }

func New(db *gorm.DB) *Export { return &Export{db: db} }

func (e *Export) csv(w http.ResponseWriter, r *http.Request) {
	var rows []Row
	err := e.db.WithContext(r.Context()).
		Table("invoices").
		Where("month = ?", r.FormValue("month")).
		Find(&rows).Error
	if err != nil {
		http.Error(w, "export failed", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/csv")
	out := csv.NewWriter(w)
	for _, row := range rows {
		_ = out.Write([]string{strconv.FormatInt(row.ID, 10), strconv.FormatInt(row.Total, 10)})
	}
	out.Flush()
}

// Server serves the monthly export.
func (e *Export) Server(addr string) *http.Server {
	mux := http.NewServeMux()
	mux.Handle("GET /export.csv", http.TimeoutHandler(http.HandlerFunc(e.csv), 30*time.Second, "export took too long")) // want:overbudget
	srv := &http.Server{Addr: addr, Handler: mux, ReadHeaderTimeout: 2 * time.Second}
	srv.WriteTimeout = 10 * time.Second // alt:overbudget
	return srv
}
