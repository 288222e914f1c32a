package search

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/go-resty/resty/v2"
)

type Hit struct {
	Source string  `json:"source"`
	Title  string  `json:"title"`
	Score  float64 `json:"score"`
}

type Source struct {
	Name string
	rc   *resty.Client
}

func NewSource(name, base, token string) *Source {
	return &Source{Name: name, rc: resty.New().SetBaseURL(base).SetAuthToken(token).SetTimeout(2 * time.Second)}
}

func (s *Source) find(ctx context.Context, q string) ([]Hit, error) {
	var hits []Hit
	res, err := s.rc.R().SetContext(ctx).SetQueryParam("q", q).SetResult(&hits).Get("/search")
	if err != nil {
		return nil, err
	}
	if res.IsError() {
		return nil, errors.New(s.Name + ": " + res.Status())
	}
	return hits, nil
}

type API struct {
	connected func(user string) []*Source
}

func New(connected func(user string) []*Source) *API { return &API{connected: connected} }

func (a *API) Register(r gin.IRouter) { r.GET("/search", a.search) }

func (a *API) search(c *gin.Context) {
	all := []Hit{}
	for _, src := range a.connected(c.GetString("user")) {
		hits, err := src.find(c.Request.Context(), c.Query("q"))
		if err != nil { // alt:allornothing
			c.AbortWithStatusJSON(http.StatusBadGateway, gin.H{"error": err.Error()}) // alt:allornothing
			return                                                                    // want:allornothing
		}
		all = append(all, hits...)
	}
	c.JSON(http.StatusOK, gin.H{"hits": all})
}
