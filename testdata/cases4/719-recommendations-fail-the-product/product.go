package frontend

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
)

type Product struct {
	ID    string `json:"id"`
	Price int64  `json:"price"`
}

type Frontend struct {
	products, recommend string
	hc                  *http.Client
}

func New(products, recommend string) *Frontend {
	return &Frontend{products: products, recommend: recommend, hc: &http.Client{}}
}

func (f *Frontend) Routes() http.Handler {
	r := chi.NewRouter()
	r.Get("/product/{id}", f.product)
	return r
}

func (f *Frontend) load(ctx context.Context, url string, v any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := f.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", url, resp.Status)
	}
	return json.NewDecoder(resp.Body).Decode(v)
}

//budgetlint:downstream name=product-service core timeout=500ms
func (f *Frontend) getProduct(ctx context.Context, id string) (p Product, err error) {
	ctx, cancel := context.WithTimeout(ctx, 500*time.Millisecond)
	defer cancel()
	err = f.load(ctx, f.products+"/products/"+id, &p)
	return p, err
}

//budgetlint:downstream name=recommend-service degradable timeout=300ms
func (f *Frontend) getRecommendations(ctx context.Context, id string) (ids []string, err error) {
	ctx, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
	defer cancel()
	err = f.load(ctx, f.recommend+"/like/"+id, &ids)
	return ids, err
}

func (f *Frontend) product(w http.ResponseWriter, r *http.Request) {
	id := chi.URLParam(r, "id")
	p, err := f.getProduct(r.Context(), id)
	if err != nil {
		http.Error(w, "product unavailable", http.StatusBadGateway)
		return
	}
	also, err := f.getRecommendations(r.Context(), id) // alt:allornothing
	if err != nil {                                    // alt:allornothing
		http.Error(w, "recommendations unavailable", http.StatusInternalServerError) // alt:allornothing
		return                                                                       // want:allornothing
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"product": p, "also": also})
}
