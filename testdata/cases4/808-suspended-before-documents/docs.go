// none: documents are fetched only for members that are not suspended

package docs

import (
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
)

type Member struct {
	ID        string
	Suspended bool
}

type Document struct{ Title string }

type MemberService interface {
	GetMember(ctx context.Context, id string) (*Member, error)
}

type DocumentService interface {
	ListDocuments(ctx context.Context, owner string) ([]Document, error)
}

type Handler struct {
	members   MemberService
	documents DocumentService
}

func (h *Handler) Register(e *echo.Echo) {
	e.GET("/members/:id/documents", h.list)
}

func (h *Handler) list(c echo.Context) error {
	ctx, cancel := context.WithTimeout(c.Request().Context(), 2*time.Second)
	defer cancel()
	id := c.Param("id")

	m, err := h.members.GetMember(ctx, id)
	if err != nil {
		return echo.NewHTTPError(http.StatusBadGateway, "members").SetInternal(err)
	}
	if m.Suspended {
		return echo.NewHTTPError(http.StatusForbidden, "suspended")
	}
	docs, err := h.documents.ListDocuments(ctx, id)
	if err != nil {
		return echo.NewHTTPError(http.StatusBadGateway, "documents").SetInternal(err)
	}
	return c.JSON(http.StatusOK, docs)
}
