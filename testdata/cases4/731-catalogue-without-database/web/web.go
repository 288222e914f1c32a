package web

import (
	"log/slog"
	"net/http"

	"github.com/gin-gonic/gin"

	"cases/731-catalogue-without-database/socks"
)

type Handler struct{ store *socks.Store }

func (h *Handler) Mount(r gin.IRouter) {
	r.GET("/catalogue", h.list)
}

func (h *Handler) list(c *gin.Context) {
	list, err := h.store.List(c.Request.Context(), c.Query("tag")) // alt:coreempty
	if err != nil {                                                // alt:coreempty
		slog.ErrorContext(c.Request.Context(), "catalogue", "err", err) // want:coreempty
	}
	if list == nil {
		list = []socks.Sock{}
	}
	c.JSON(http.StatusOK, gin.H{"items": list, "size": len(list)}) // alt:coreempty
}
