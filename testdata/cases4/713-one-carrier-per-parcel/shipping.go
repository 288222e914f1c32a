// none: only one of the carriers is asked, so their limits do not add up

package shipping

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
)

type carrier struct {
	base string
	hc   *http.Client
}

func (c carrier) quote(ctx context.Context, zip string) (cents int64, err error) {
	ctx, cancel := context.WithTimeout(ctx, 900*time.Millisecond)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/quote/"+zip, nil)
	if err != nil {
		return 0, err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("carrier: %s", resp.Status)
	}
	err = json.NewDecoder(resp.Body).Decode(&cents)
	return cents, err
}

type Handler struct {
	express, ground, freight carrier
}

func New(express, ground, freight string) *Handler {
	hc := &http.Client{}
	return &Handler{carrier{express, hc}, carrier{ground, hc}, carrier{freight, hc}}
}

func (h *Handler) Quote(c echo.Context) error {
	ctx, cancel := context.WithTimeout(c.Request().Context(), 1200*time.Millisecond)
	defer cancel()
	var (
		cents int64
		err   error
		zip   = c.Param("zip")
	)
	switch c.QueryParam("speed") {
	case "express":
		cents, err = h.express.quote(ctx, zip)
	case "freight":
		cents, err = h.freight.quote(ctx, zip)
	default:
		cents, err = h.ground.quote(ctx, zip)
	}
	if err != nil {
		return echo.NewHTTPError(http.StatusBadGateway, "no quote").SetInternal(err)
	}
	return c.JSON(http.StatusOK, map[string]int64{"cents": cents})
}
