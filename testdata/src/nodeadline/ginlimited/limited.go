// Package ginlimited bounds its handlers by gin middleware.
package ginlimited

import (
	"context"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"nodeadline/stockpb"
)

func within(d time.Duration) gin.HandlerFunc {
	return func(c *gin.Context) {
		ctx, cancel := context.WithTimeout(c.Request.Context(), d)
		defer cancel()
		c.Request = c.Request.WithContext(ctx)
		c.Next()
	}
}

type server struct{ stock stockpb.StockClient }

func (s *server) page(c *gin.Context) {
	level, err := s.stock.GetStock(c.Request.Context(), &stockpb.Item{})
	if err != nil {
		c.JSON(http.StatusBadGateway, nil)
		return
	}
	c.JSON(http.StatusOK, level)
}
