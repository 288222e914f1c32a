package page

import (
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"cases/901-quote-longer-than-page/quotes"
)

const (
	pageLimit  = 1500 * time.Millisecond
	quoteLimit = 3 * time.Second
)

type Handler struct{ quotes *quotes.Client }

func Register(e *echo.Echo, base string) {
	h := &Handler{quotes: quotes.New(base)}
	e.GET("/symbols/:symbol", h.show)
}

// within runs f with a limit of its own.
func within[T any](ctx context.Context, d time.Duration, f func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, d) // alt:overbudget
	defer cancel()
	return f(ctx)
}

func (h *Handler) show(c echo.Context) error {
	ctx, cancel := context.WithTimeout(c.Request().Context(), pageLimit) // alt:overbudget
	defer cancel()
	q, err := within(ctx, quoteLimit, func(ctx context.Context) (quotes.Quote, error) { // want:overbudget
		return h.quotes.Get(ctx, c.Param("symbol")) // alt:overbudget
	})
	if err != nil {
		return echo.NewHTTPError(http.StatusBadGateway, err.Error())
	}
	return c.JSON(http.StatusOK, q)
}
