package overview

import (
	"context"
	"errors"

	"connectrpc.com/connect"
	"golang.org/x/sync/errgroup"

	"cases/720-billing-cancels-overview/backend"
)

type OverviewRequest struct{ Project string }

type OverviewResponse struct {
	Project *backend.Project
	Usage   *backend.Usage
}

type Service struct {
	projects *backend.Projects
	billing  *backend.Billing
}

func (s *Service) Overview(ctx context.Context, req *connect.Request[OverviewRequest]) (*connect.Response[OverviewResponse], error) {
	if req.Msg.Project == "" {
		return nil, connect.NewError(connect.CodeInvalidArgument, errors.New("no project"))
	}
	res := &OverviewResponse{}
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() (err error) {
		res.Project, err = s.projects.Get(gctx, req.Msg.Project)
		return err
	})
	g.Go(func() error {
		usage, err := s.billing.Usage(gctx, req.Msg.Project) // alt:allornothing
		if err != nil {                                      // alt:allornothing
			return err // want:allornothing
		}
		res.Usage = usage
		return nil
	})
	if err := g.Wait(); err != nil { // alt:allornothing
		return nil, connect.NewError(connect.CodeUnavailable, err) // alt:allornothing
	}
	return connect.NewResponse(res), nil
}
