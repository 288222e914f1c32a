package invoices

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"connectrpc.com/connect"
)

type ListRequest struct{ Customer string }

type Invoice struct {
	Number string
	Cents  int64
}

type ListResponse struct{ Invoices []Invoice }

type EntriesRequest struct {
	Account string
	Kind    string
}

type EntriesResponse struct{ Entries []Invoice }

type Service struct {
	ledger *connect.Client[EntriesRequest, EntriesResponse]
	log    *slog.Logger
}

func New(base string, log *slog.Logger) *Service {
	hc := &http.Client{Timeout: 3 * time.Second}
	return &Service{
		ledger: connect.NewClient[EntriesRequest, EntriesResponse](hc, base+"/ledger.v1.Ledger/Entries"),
		log:    log,
	}
}

func (s *Service) ListInvoices(ctx context.Context, req *connect.Request[ListRequest]) (*connect.Response[ListResponse], error) {
	ask := connect.NewRequest(&EntriesRequest{Account: req.Msg.Customer, Kind: "invoice"})
	res, err := s.ledger.CallUnary(ctx, ask)
	switch {
	case err == nil:
		return connect.NewResponse(&ListResponse{Invoices: res.Msg.Entries}), nil
	case connect.CodeOf(err) == connect.CodeInvalidArgument:
		return nil, err
	default:
		s.log.ErrorContext(ctx, "ledger entries", "customer", req.Msg.Customer, "err", err)
		return connect.NewResponse(&ListResponse{}), nil // want:coreempty
	}
}
