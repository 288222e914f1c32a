// Package front serves pages: the request's own context ends when the client goes, and carries no deadline.
package front

import (
	"context"
	"database/sql"
	"encoding/json"
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/labstack/echo/v4"
	"github.com/redis/go-redis/v9"

	"nodeadline/stockpb"
)

type server struct {
	stock stockpb.StockClient
	db    *sql.DB
	cache *redis.Client
	hc    *http.Client
}

// One report an entry function, where the context is first taken.
func (s *server) page(w http.ResponseWriter, r *http.Request) {
	level, err := s.stock.GetStock(r.Context(), &stockpb.Item{}) // want `r.Context\(\) carries no deadline, and nothing else bounds stockpb.StockClient.GetStock \(nodeadline/request\)`
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	other, err := s.stock.GetStock(r.Context(), &stockpb.Item{Sku: "2"})
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	json.NewEncoder(w).Encode([]*stockpb.Level{level, other})
}

// The context is taken first and used later.
func (s *server) detail(w http.ResponseWriter, r *http.Request) {
	// Everything below belongs to the request.
	ctx := r.Context() // want `r.Context\(\) carries no deadline`
	if r.FormValue("sku") == "" {
		http.NotFound(w, r)
		return
	}
	if _, err := s.stock.GetStock(ctx, &stockpb.Item{Sku: r.FormValue("sku")}); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

func (s *server) ginPage(c *gin.Context) {
	level, err := s.stock.GetStock(c.Request.Context(), &stockpb.Item{Sku: c.Param("sku")}) // want `carries no deadline, and nothing else bounds stockpb.StockClient.GetStock \(nodeadline/request\)`
	if err != nil {
		c.JSON(http.StatusBadGateway, nil)
		return
	}
	c.JSON(http.StatusOK, level)
}

// A gin context is a context.Context itself.
func (s *server) ginDirect(c *gin.Context) {
	if _, err := s.stock.GetStock(c, &stockpb.Item{}); err != nil { // want `the request's context carries no deadline`
		c.JSON(http.StatusBadGateway, nil)
	}
}

// The handler is a literal.
func (s *server) routes(mux *http.ServeMux) {
	mux.HandleFunc("/stock", func(w http.ResponseWriter, r *http.Request) {
		if _, err := s.stock.GetStock(r.Context(), &stockpb.Item{}); err != nil { // want `r.Context\(\) carries no deadline`
			http.Error(w, err.Error(), http.StatusBadGateway)
		}
	})
}

// A value in the context does not bound it.
func (s *server) traced(w http.ResponseWriter, r *http.Request) {
	ctx := context.WithValue(r.Context(), traceKey{}, r.Header.Get("X-Trace")) // want `r.Context\(\) carries no deadline`
	if _, err := s.stock.GetStock(ctx, &stockpb.Item{}); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

type traceKey struct{}

// The client's own limit is missing, too: /client wins over /request.
func (s *server) proxy2(w http.ResponseWriter, r *http.Request) {
	req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, "https://stock.example.com", nil)
	if err != nil {
		return
	}
	resp, err := http.DefaultClient.Do(req) // want `\(\*http.Client\).Do may wait for ever: http.DefaultClient has no Timeout, and the request's context carries no deadline \(nodeadline/client\)`
	if err == nil {
		resp.Body.Close()
	}
}

// SQL and redis on the request's own context are left alone without a contract.
func (s *server) okRows(w http.ResponseWriter, r *http.Request) {
	if _, err := s.db.ExecContext(r.Context(), "UPDATE visits SET n = n+1"); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
	s.cache.Get(r.Context(), "visits")
}

func (s *server) okBounded(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), timeout)
	defer cancel()
	if _, err := s.stock.GetStock(ctx, &stockpb.Item{}); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

// A client that comes from elsewhere is taken to have a limit.
func (s *server) okGiven(w http.ResponseWriter, r *http.Request) {
	req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, "https://stock.example.com", nil)
	if err != nil {
		return
	}
	if resp, err := s.hc.Do(req); err == nil {
		resp.Body.Close()
	}
}

func (s *server) echoPage(c echo.Context) error {
	level, err := s.stock.GetStock(c.Request().Context(), &stockpb.Item{}) // want `c.Request\(\).Context\(\) carries no deadline`
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, level)
}
