package web

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"cases/801-dashboard-five-sources/ports"
)

type Dashboard struct {
	Orders  ports.OrderService
	Revenue ports.RevenueGateway
	Alerts  ports.AlertService
}

type view struct {
	Orders  []ports.Order `json:"orders"`
	Revenue int64         `json:"revenue"`
	Alerts  []ports.Alert `json:"alerts"`
}

func (d *Dashboard) Routes() http.Handler {
	r := chi.NewRouter()
	r.Get("/users/{id}/dashboard", d.show)
	return r
}

func (d *Dashboard) show(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 3*time.Second)
	defer cancel()
	id := chi.URLParam(r, "id")

	orders, err := d.Orders.ListRecentOrders(ctx, id) // alt:seqcalls
	if err != nil {
		fail(w, err)
		return
	}
	revenue, err := d.Revenue.GetTotals(ctx, id) // want:seqcalls
	if err != nil {
		fail(w, err)
		return
	}
	alerts, err := d.Alerts.ListAlerts(ctx, id) // alt:seqcalls
	if err != nil {
		fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(view{Orders: orders, Revenue: revenue, Alerts: alerts})
}

func fail(w http.ResponseWriter, err error) {
	http.Error(w, err.Error(), http.StatusBadGateway)
}
