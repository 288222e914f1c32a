package front

import (
	"context"
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/labstack/echo/v4"

	"nodeadline/stockpb"
)

// The handler bounds the request itself and goes on with that.
func (s *server) okOwn(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), timeout)
	defer cancel()
	r = r.WithContext(ctx)
	s.okInner(w, r)
}

// Its only caller has bounded the request.
func (s *server) okInner(w http.ResponseWriter, r *http.Request) {
	if _, err := s.stock.GetStock(r.Context(), &stockpb.Item{}); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

func (s *server) okGin(c *gin.Context) {
	ctx, cancel := context.WithTimeout(c.Request.Context(), timeout)
	defer cancel()
	c.Request = c.Request.WithContext(ctx)
	if _, err := s.stock.GetStock(c.Request.Context(), &stockpb.Item{}); err != nil {
		c.JSON(http.StatusBadGateway, nil)
	}
}

func (s *server) okEcho(c echo.Context) error {
	ctx, cancel := context.WithTimeout(c.Request().Context(), timeout)
	defer cancel()
	c.SetRequest(c.Request().WithContext(ctx))
	level, err := s.stock.GetStock(c.Request().Context(), &stockpb.Item{})
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, level)
}

// A value and a cancel on top of a deadline keep it.
func (s *server) okDerived(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), timeout)
	defer cancel()
	ctx = context.WithValue(ctx, traceKey{}, "1")
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	if _, err := s.stock.GetStock(ctx, &stockpb.Item{}); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}
