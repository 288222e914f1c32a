// none: the empty list stands for the degradable service, the core one fails the page

package home

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/go-resty/resty/v2"
)

type Home struct{ orders, recommend *resty.Client }

func New(orders, recommend string) *Home {
	return &Home{
		orders:    resty.New().SetBaseURL(orders).SetTimeout(600 * time.Millisecond),
		recommend: resty.New().SetBaseURL(recommend).SetTimeout(200 * time.Millisecond),
	}
}

func list(ctx context.Context, rc *resty.Client, user string) (out []string, err error) {
	resp, err := rc.R().SetContext(ctx).SetPathParam("user", user).SetResult(&out).Get("/users/{user}")
	if err != nil {
		return nil, err
	}
	if resp.IsError() {
		return nil, fmt.Errorf("%s: %s", rc.BaseURL, resp.Status())
	}
	return out, nil
}

//budgetlint:downstream name=orders core timeout=600ms
func (h *Home) recent(ctx context.Context, user string) ([]string, error) {
	return list(ctx, h.orders, user)
}

//budgetlint:downstream name=recommend degradable timeout=200ms
func (h *Home) recommended(ctx context.Context, user string) ([]string, error) {
	return list(ctx, h.recommend, user)
}

//budgetlint:entry total=1s margin=100ms
func (h *Home) Show(c *gin.Context) {
	ctx, cancel := context.WithTimeout(c.Request.Context(), 900*time.Millisecond)
	defer cancel()
	orders, err := h.recent(ctx, c.Param("user"))
	if err != nil {
		c.AbortWithStatusJSON(http.StatusBadGateway, gin.H{"error": err.Error()})
		return
	}
	recs, err := h.recommended(ctx, c.Param("user"))
	if err != nil {
		c.Error(err)
		recs = []string{}
	}
	c.JSON(http.StatusOK, gin.H{"orders": orders, "recommended": recs, "degraded": err != nil})
}
