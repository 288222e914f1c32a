package features

import (
	"context"
	"net/http"
	"time"

	"connectrpc.com/connect"
	"github.com/gin-gonic/gin"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

type Ask struct{ User string }

type Vector struct {
	Values []float64 `json:"values" bson:"values"`
}

type Handler struct {
	online *connect.Client[Ask, Vector]
	events *mongo.Collection
}

func New(base string, events *mongo.Collection) *Handler {
	hc := &http.Client{Timeout: 800 * time.Millisecond}
	return &Handler{online: connect.NewClient[Ask, Vector](hc, base+"/features.v1.Features/Get"), events: events}
}

func (h *Handler) fromService(ctx context.Context, user string) (*Vector, error) {
	res, err := h.online.CallUnary(ctx, connect.NewRequest(&Ask{User: user}))
	if err != nil {
		return nil, err
	}
	return res.Msg, nil
}

func (h *Handler) fromEvents(ctx context.Context, user string) (*Vector, error) {
	cur, err := h.events.Aggregate(ctx, mongo.Pipeline{
		{{Key: "$match", Value: bson.M{"user": user}}},
		{{Key: "$group", Value: bson.M{"_id": nil, "values": bson.M{"$push": "$score"}}}},
	})
	if err != nil {
		return nil, err
	}
	var out []Vector
	if err := cur.All(ctx, &out); err != nil {
		return nil, err
	}
	if len(out) == 0 {
		return &Vector{}, nil
	}
	return &out[0], nil
}

func (h *Handler) Get(c *gin.Context) {
	ctx := c.Request.Context()
	v, err := h.fromService(ctx, c.Param("user"))
	if err != nil {
		v, err = h.fromEvents(ctx, c.Param("user")) // want:slowfallback
	}
	if err != nil {
		c.AbortWithStatus(http.StatusServiceUnavailable)
		return
	}
	c.JSON(http.StatusOK, v)
}
