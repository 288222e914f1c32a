package conn

import (
	"context"
	"net/http"

	"connectrpc.com/connect"
)

type Req struct{ ID string }
type Rep struct{ Name string }

type Names struct {
	call *connect.Client[Req, Rep]
}

func NewNames(url string) *Names {
	return &Names{connect.NewClient[Req, Rep](http.DefaultClient, url+"/names.v1/Get")} // alt:nodeadline
}

func (n *Names) Sync(ids []string) (out []string, err error) {
	for _, id := range ids {
		rep, err := n.call.CallUnary(context.Background(), connect.NewRequest(&Req{ID: id})) // want:nodeadline
		if err != nil {
			return nil, err
		}
		out = append(out, rep.Msg.Name)
	}
	return out, nil
}
