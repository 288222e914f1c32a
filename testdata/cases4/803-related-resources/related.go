package related

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/gin-gonic/gin"
)

type Item struct {
	Name      string `json:"name"`
	Namespace string `json:"namespace"`
}

type panel struct {
	Deployments []Item `json:"deployments"`
	Services    []Item `json:"services"`
	Ingresses   []Item `json:"ingresses"`
}

type Cluster struct {
	root *url.URL
	hc   http.Client
}

func Connect(root *url.URL) *Cluster {
	return &Cluster{root: root, hc: http.Client{Timeout: 8 * time.Second}}
}

func (c *Cluster) list(ctx context.Context, ns, kind string, into *[]Item) error {
	u := c.root.JoinPath("namespaces", ns, kind)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return errors.New(kind + ": " + resp.Status)
	}
	return json.NewDecoder(resp.Body).Decode(into)
}

func (c *Cluster) collect(ctx context.Context, ns string) (*panel, error) {
	p := new(panel)
	if err := c.list(ctx, ns, "deployments", &p.Deployments); err != nil { // alt:seqcalls
		return nil, err
	}
	if err := c.list(ctx, ns, "services", &p.Services); err != nil { // want:seqcalls
		return nil, err
	}
	if err := c.list(ctx, ns, "ingresses", &p.Ingresses); err != nil { // alt:seqcalls
		return nil, err
	}
	return p, nil
}

func (c *Cluster) Show(g *gin.Context) {
	p, err := c.collect(g.Request.Context(), g.Param("ns"))
	if err != nil {
		g.JSON(http.StatusBadGateway, gin.H{"error": err.Error()})
		return
	}
	g.JSON(http.StatusOK, p)
}
