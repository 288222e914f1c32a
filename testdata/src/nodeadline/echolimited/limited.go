// Package echolimited bounds its handlers by echo middleware.
package echolimited

import (
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"nodeadline/stockpb"
)

func within(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		ctx, cancel := context.WithTimeout(c.Request().Context(), 2*time.Second)
		defer cancel()
		c.SetRequest(c.Request().WithContext(ctx))
		return next(c)
	}
}

type server struct{ stock stockpb.StockClient }

func (s *server) page(c echo.Context) error {
	level, err := s.stock.GetStock(c.Request().Context(), &stockpb.Item{})
	if err != nil {
		return c.NoContent(http.StatusBadGateway)
	}
	return c.JSON(http.StatusOK, level)
}
