// Package overbudget_contract says about its downstreams what the contract does not.
package overbudget_contract

import (
	"context"
	"net/http"
	"time"

	"github.com/budgetlint/budgetlint/runtime/contract"
	"github.com/budgetlint/budgetlint/runtime/downstream"
)

var stock = downstream.New("stock", downstream.Config{Timeout: time.Second}) // want `^stock has a timeout of 1s here and of 400ms in the contract \(overbudget/contract\)$`

var orders = downstream.New("orders", downstream.Config{Timeout: 800 * time.Millisecond, Degradable: true}) // want `^orders is degradable here and core in the contract`

var users = downstream.New("users", downstream.Config{Timeout: 800 * time.Millisecond}) // want `^the contract has no downstream "users" \(overbudget/contract\)$`

var whole = downstream.New("orders", downstream.Config{Timeout: 800 * time.Millisecond, Core: true})

func fromContract(c *contract.Contract) (*downstream.Downstream, *downstream.Downstream, error) {
	set, err := downstream.FromContract(c, "")
	if err != nil {
		return nil, nil, err
	}
	return set.Get("orders"), set.Get("ordres"), nil // want `^the contract has no downstream "ordres"`
}

//budgetlint:downstream name=stock degradable timeout=2s
func available(ctx context.Context, url string) error { // want `^stock has a timeout of 2s in the directive and of 400ms in the contract`
	return head(ctx, url)
}

//budgetlint:downstream name=mail
func mail(ctx context.Context, url string) error { // want `^the contract has no downstream "mail", as the directive calls it`
	return head(ctx, url)
}

//budgetlint:downstream name=stock degradable
func left(ctx context.Context, url string) error { return head(ctx, url) }

func head(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, url, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
