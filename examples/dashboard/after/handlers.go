package main

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"github.com/budgetlint/budgetlint/runtime/aggregate"
	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/fallback"
)

func (s *Server) handleDashboard(w http.ResponseWriter, r *http.Request) {
	userID := r.URL.Query().Get("user")
	if userID == "" {
		fail(w, http.StatusBadRequest, "user_missing", "")
		return
	}

	g := aggregate.New(r.Context()) // it ends with the budget that the middleware opened
	user := aggregate.Require(g, s.user, func(ctx context.Context) (*User, error) { return s.getUser(ctx, userID) })
	orders := aggregate.Require(g, s.order, func(ctx context.Context) ([]Order, error) { return s.recentOrders(ctx, userID) })
	recommended := aggregate.Prefer(g, s.recommend, func(ctx context.Context) ([]Product, error) {
		return s.recommendedFor(ctx, userID)
	}, fallback.Value([]Product{}))
	unread := aggregate.Prefer(g, s.notify, func(ctx context.Context) (int, error) { return s.unread(ctx, userID) }, fallback.Value(0))
	ordered := orders.Await() // the others go on meanwhile
	stock := aggregate.Prefer(g, s.stock, func(ctx context.Context) ([]Stock, error) {
		return s.stockOf(ctx, ordered)
	}, fallback.Value[[]Stock](nil))
	if err := g.Wait(); err != nil {
		failPage(w, r, err)
		return
	}

	if counted, _, _ := unread.State(); counted { // what was not shown is not seen
		downstream.Do(r.Context(), s.notify, func(ctx context.Context) (struct{}, error) { return s.markSeen(ctx, userID) })
	}
	reply(w, http.StatusOK, Dashboard{
		User: user.Value(), Orders: withStock(ordered, stock.Value()), Recommended: recommended.Value(),
		Unread: unread.Value(), Degraded: g.Degraded(),
	})
}

// withStock adds what is left in stock of each order's product; stock is nil if nobody knows.
func withStock(orders []Order, stock []Stock) []OrderLine {
	lines := make([]OrderLine, len(orders))
	for i, o := range orders {
		lines[i].Order = o
		if stock != nil {
			lines[i].InStock = &stock[i].Available
		}
	}
	return lines
}

// failPage answers where a core service has nothing to give. A client that has left gets no answer.
func failPage(w http.ResponseWriter, r *http.Request, err error) {
	slog.ErrorContext(r.Context(), "no page", "error", err)
	core, ok := errors.AsType[*aggregate.CoreError](err)
	if !ok {
		return
	}
	if status, ok := errors.AsType[*downstream.StatusError](err); ok && status.Code == http.StatusNotFound {
		fail(w, http.StatusNotFound, "not_found", core.Name)
		return
	}
	fail(w, http.StatusServiceUnavailable, "core_unavailable", core.Name)
}
