package ports

import (
	"context"
	"time"
)

type Order struct {
	ID    string
	Total int64
}

type Alert struct {
	Text string
	At   time.Time
}

type OrderService interface {
	ListRecentOrders(ctx context.Context, userID string) ([]Order, error)
}

type AlertService interface {
	ListAlerts(ctx context.Context, userID string) ([]Alert, error)
}

type RevenueGateway interface {
	GetTotals(ctx context.Context, userID string) (int64, error)
}
