package orders

import (
	"context"
	"net/http"

	"connectrpc.com/connect"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/redis/go-redis/v9"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

type Service struct {
	rdb redis.UniversalClient
	q   *sqs.Client
	url string
}

func (s *Service) Handler() (string, http.Handler) {
	const procedure = "/orders.v1.Orders/Submit"
	return procedure, connect.NewUnaryHandler(procedure, s.submit)
}

func once(f func() error) error {
	if err := f(); err != nil {
		return connect.NewError(connect.CodeUnavailable, err)
	}
	return nil
}

func (s *Service) submit(ctx context.Context, req *connect.Request[wrapperspb.StringValue]) (*connect.Response[emptypb.Empty], error) {
	body := req.Msg.GetValue()
	known, err := s.rdb.Exists(ctx, "order:"+body).Result()
	if err != nil {
		return nil, connect.NewError(connect.CodeUnavailable, err)
	}
	if known > 0 {
		return connect.NewResponse(&emptypb.Empty{}), nil
	}
	err = once(func() error {
		_, err := s.q.SendMessage(context.TODO(), &sqs.SendMessageInput{ // want:detachedctx
			QueueUrl:    &s.url,
			MessageBody: &body,
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	return connect.NewResponse(&emptypb.Empty{}), nil
}
