package consent

import (
	"context"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/labstack/echo/v4"
)

type Grant struct {
	Scope string    `json:"scope" db:"scope"`
	Until time.Time `json:"until" db:"until"`
}

type API struct{ db *pgxpool.Pool }

// grants reads the active grants of a user.
//
//budgetlint:downstream name=consent-db core timeout=400ms
func (a *API) grants(ctx context.Context, user string) ([]Grant, error) {
	ctx, cancel := context.WithTimeout(ctx, 400*time.Millisecond)
	defer cancel()
	rows, err := a.db.Query(ctx, "SELECT scope, until FROM grants WHERE usr = $1 AND until > now()", user)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByName[Grant])
}

func (a *API) Active(c echo.Context) error {
	user := c.Param("user")
	if len(user) > 128 {
		return echo.NewHTTPError(http.StatusBadRequest, "user id too long")
	}
	list, _ := a.grants(c.Request().Context(), user)                           // want:coreempty
	return c.JSON(http.StatusOK, map[string]any{"user": user, "grants": list}) // alt:coreempty
}
