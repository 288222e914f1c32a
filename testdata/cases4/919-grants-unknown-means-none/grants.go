package grants

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

type Server struct {
	directory *connect.Client[wrapperspb.StringValue, structpb.ListValue]
}

func New(base string) *Server {
	hc := &http.Client{Timeout: 2 * time.Second}
	return &Server{
		directory: connect.NewClient[wrapperspb.StringValue, structpb.ListValue](hc, base+"/directory.v1.Directory/ListGroups"),
	}
}

// ListGrants names everything the user may do.
func (s *Server) ListGrants(ctx context.Context, req *connect.Request[wrapperspb.StringValue]) (*connect.Response[structpb.ListValue], error) {
	groups, err := s.directory.CallUnary(ctx, connect.NewRequest(req.Msg))
	if err != nil {
		slog.ErrorContext(ctx, "directory", "user", req.Msg.GetValue(), "err", err) // alt:coreempty
		return connect.NewResponse(&structpb.ListValue{}), nil                      // want:coreempty
	}
	grants := &structpb.ListValue{}
	for _, g := range groups.Msg.GetValues() {
		grants.Values = append(grants.Values, structpb.NewStringValue("group:"+g.GetStringValue()))
	}
	return connect.NewResponse(grants), nil
}
