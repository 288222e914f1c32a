package reports

import (
	"context"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/jackc/pgx/v5/pgxpool"
)

type Config struct {
	Addr         string
	WriteTimeout time.Duration
}

func defaults(addr string) Config {
	return Config{Addr: addr, WriteTimeout: 10 * time.Second} // alt:overbudget
}

type API struct{ pool *pgxpool.Pool }

func NewServer(pool *pgxpool.Pool, addr string) *http.Server {
	cfg := defaults(addr)
	api := &API{pool: pool}
	r := gin.New()
	r.GET("/reports/:year", api.yearly)
	return &http.Server{
		Addr:              cfg.Addr,
		Handler:           r,
		ReadHeaderTimeout: 3 * time.Second,
		WriteTimeout:      cfg.WriteTimeout, // alt:overbudget
	}
}

func (a *API) yearly(c *gin.Context) {
	ctx, cancel := context.WithTimeout(c.Request.Context(), 45*time.Second) // want:overbudget
	defer cancel()
	var total int64
	err := a.pool.QueryRow(ctx, "SELECT sum(cents) FROM sales WHERE year=$1", c.Param("year")).Scan(&total)
	if err != nil {
		c.AbortWithStatusJSON(http.StatusBadGateway, gin.H{"error": err.Error()})
		return
	}
	c.JSON(http.StatusOK, gin.H{"cents": total})
}
