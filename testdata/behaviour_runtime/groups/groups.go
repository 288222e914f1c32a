// Package groups knows its downstreams by name.
package groups

import (
	"context"
	"fmt"
	"time"

	"github.com/budgetlint/budgetlint/runtime/downstream"
)

var (
	userService  = downstream.New("user-service", downstream.Config{Timeout: time.Hour, Core: true})
	orderService = downstream.New("order-service", downstream.Config{Timeout: time.Hour, Core: true})
	pointService = downstream.New("point-service", downstream.Config{Timeout: time.Hour, Degradable: true})
)

type ShopClient interface {
	//budgetlint:downstream name=user-service read
	GetUser(ctx context.Context, id string) (string, error)
	//budgetlint:downstream name=order-service read
	GetOrders(ctx context.Context, user string) ([]string, error)
	//budgetlint:downstream name=point-service read
	GetPoints(ctx context.Context, user string) (int, error)
}

// Pages asks three services.
type Pages struct{ Services ShopClient }

// Whole needs two of them.
func (p *Pages) Whole(ctx context.Context, id string) (string, error) {
	user, err := p.Services.GetUser(ctx, id)
	if err != nil {
		return "", fmt.Errorf("user: %w", err)
	}
	orders, err := p.Services.GetOrders(ctx, id)
	if err != nil {
		return "", fmt.Errorf("orders: %w", err)
	}
	return fmt.Sprint(user, orders), nil
}

// Partly can do without the points, once the fix is made.
func (p *Pages) Partly(ctx context.Context, id string) (string, error) {
	user, err := p.Services.GetUser(ctx, id)
	if err != nil {
		return "", err
	}
	points, err := p.Services.GetPoints(ctx, id)
	if err != nil {
		return "", err
	}
	return user + fmt.Sprintf(" %d", points), nil
}
