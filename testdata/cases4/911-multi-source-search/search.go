package search

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/go-resty/resty/v2"
)

type Source interface {
	Name() string
	Search(ctx context.Context, q string) ([]string, error)
}

type remote struct {
	name string
	rc   *resty.Client
}

func Remote(name, base string) Source {
	return &remote{name: name, rc: resty.New().SetBaseURL(base).SetTimeout(2 * time.Second)}
}

func (r *remote) Name() string { return r.name }

func (r *remote) Search(ctx context.Context, q string) ([]string, error) {
	var hits []string
	resp, err := r.rc.R().SetContext(ctx).SetQueryParam("q", q).SetResult(&hits).Get("/search")
	if err != nil {
		return nil, err
	}
	if resp.IsError() {
		return nil, errors.New(r.name + ": " + resp.Status())
	}
	return hits, nil
}

type Section struct {
	Source string   `json:"source"`
	Hits   []string `json:"hits"`
}

type Searcher struct{ sources []Source }

func New(sources ...Source) *Searcher { return &Searcher{sources: sources} }

func (s *Searcher) sections(ctx context.Context, q string) (out []Section, err error) {
	for _, src := range s.sources {
		hits, err := src.Search(ctx, q)
		if err != nil {
			return nil, err // want:allornothing
		}
		out = append(out, Section{Source: src.Name(), Hits: hits})
	}
	return out, nil
}

func (s *Searcher) Handle(c *gin.Context) {
	out, err := s.sections(c.Request.Context(), c.Query("q"))
	if err != nil {
		c.JSON(http.StatusBadGateway, gin.H{"error": err.Error()})
		return
	}
	c.JSON(http.StatusOK, out)
}
