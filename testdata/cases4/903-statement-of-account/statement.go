package statement

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

type Service struct {
	profiles, ledger, rates string
	hc                      *http.Client
}

type account struct{ ID, Currency string }

func (s *Service) get(ctx context.Context, url string, into any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := s.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", url, resp.Status)
	}
	return json.NewDecoder(resp.Body).Decode(into)
}

//budgetlint:downstream name=profile-service core timeout=800ms
func (s *Service) account(ctx context.Context, user string) (a account, err error) {
	err = s.get(ctx, s.profiles+"/users/"+user+"/account", &a)
	return a, err
}

//budgetlint:downstream name=ledger core timeout=700ms
func (s *Service) balance(ctx context.Context, a account) (cents int64, err error) {
	err = s.get(ctx, s.ledger+"/accounts/"+a.ID+"/balance", &cents)
	return cents, err
}

//budgetlint:downstream name=rates core timeout=600ms
func (s *Service) inEuro(ctx context.Context, cents int64, currency string) (euro float64, err error) {
	err = s.get(ctx, fmt.Sprintf("%s/convert?cents=%d&from=%s", s.rates, cents, currency), &euro)
	return euro, err
}

// Statement must be answered within two seconds.
//
//budgetlint:entry total=2s margin=200ms
func (s *Service) Statement(ctx context.Context, req *connect.Request[wrapperspb.StringValue]) (*connect.Response[wrapperspb.DoubleValue], error) { // alt:overbudget
	ctx, cancel := context.WithTimeout(ctx, 1800*time.Millisecond)
	defer cancel()
	a, err := s.account(ctx, req.Msg.GetValue()) // alt:overbudget
	if err != nil {
		return nil, connect.NewError(connect.CodeUnavailable, err)
	}
	cents, err := s.balance(ctx, a) // alt:overbudget
	if err != nil {
		return nil, connect.NewError(connect.CodeUnavailable, err)
	}
	euro, err := s.inEuro(ctx, cents, a.Currency) // want:overbudget
	if err != nil {
		return nil, connect.NewError(connect.CodeUnavailable, err)
	}
	return connect.NewResponse(wrapperspb.Double(euro)), nil
}
