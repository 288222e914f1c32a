package billing

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"cases/872-report-method-makes-a-root/usage"
)

type Controller struct{ usage *usage.Repo }

func (c *Controller) Mount(r gin.IRouter) { r.GET("/tenants/:id/usage", c.show) }

func (c *Controller) show(g *gin.Context) {
	n, err := c.usage.Events(g.Param("id")) // want:detachedctx
	if err != nil {
		g.AbortWithStatus(http.StatusInternalServerError)
		return
	}
	g.JSON(http.StatusOK, gin.H{"events": n})
}
