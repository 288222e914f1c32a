package page

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"cases/701-catalog-slower-than-page/catalog"
)

const pageBudget = 1500 * time.Millisecond

type Page struct {
	catalog *catalog.Client
}

func New(c *catalog.Client) *Page { return &Page{catalog: c} }

func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	sku := r.PathValue("sku")
	if sku == "" {
		http.Error(w, "sku missing", http.StatusBadRequest)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), pageBudget) // alt:overbudget
	defer cancel()
	item, err := p.catalog.Item(ctx, sku) // want:overbudget
	if err != nil {
		http.Error(w, "catalog unavailable", http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(item)
}
