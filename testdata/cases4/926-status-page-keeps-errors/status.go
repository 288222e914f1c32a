// none: each failure is kept in the result that the page shows

package status

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
)

type Component struct {
	Name  string `json:"name"`
	Up    bool   `json:"up"`
	Error string `json:"error,omitempty"`
}

type Page struct {
	urls map[string]string
	hc   *http.Client
}

func New(urls map[string]string) *Page {
	return &Page{urls: urls, hc: &http.Client{Timeout: 1500 * time.Millisecond}}
}

func (p *Page) check(ctx context.Context, name, url string) (Component, error) {
	c := Component{Name: name}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return c, err
	}
	resp, err := p.hc.Do(req)
	if err != nil {
		c.Error = err.Error()
		return c, nil
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		c.Error = resp.Status
		return c, nil
	}
	c.Up = true
	return c, nil
}

func (p *Page) Show(e echo.Context) error {
	ctx := e.Request().Context()
	var (
		mu   sync.Mutex
		wg   sync.WaitGroup
		list []Component
	)
	slots := make(chan struct{}, 10)
	for name, url := range p.urls {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			c, err := p.check(ctx, name, url)
			if err != nil {
				c.Error = err.Error()
			}
			mu.Lock()
			defer mu.Unlock()
			list = append(list, c)
		})
	}
	wg.Wait()
	slices.SortFunc(list, func(a, b Component) int { return strings.Compare(a.Name, b.Name) })
	return e.JSON(http.StatusOK, list)
}
