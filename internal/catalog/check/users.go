//go:build catalogcheck

package check

import (
	"context"
	"database/sql"
	"net/http"

	"connectrpc.com/connect"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	oldconnect "github.com/bufbuild/connect-go"
	"github.com/cloudwego/kitex/client/callopt"
	kratos "github.com/go-kratos/kratos/v2/transport/http"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jmoiron/sqlx"
	"github.com/redis/go-redis/v9"
	"github.com/segmentio/kafka-go"
	"github.com/twitchtv/twirp"
	micro "go-micro.dev/v4/client"
	"go.mongodb.org/mongo-driver/v2/mongo"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
)

// What follows is what users and code generators write around the libraries: rows of any package must meet it.

type PingServiceClient interface {
	Ping(context.Context, *connect.Request[int]) (*connect.Response[int], error)
	Chat(context.Context) *connect.BidiStreamForClient[int, int]
}

type OldPingServiceClient interface {
	Ping(context.Context, *oldconnect.Request[int]) (*oldconnect.Response[int], error)
}

func NewPingServiceClient(connect.HTTPClient, string, ...connect.ClientOption) PingServiceClient {
	return nil
}

func NewHatsProtobufClient(string, any, ...twirp.ClientOption) any { return nil }

type Bucket interface {
	GetObject(context.Context, *s3.GetObjectInput, ...func(*s3.Options)) (*s3.GetObjectOutput, error)
}

type WidgetInterface interface {
	Get(context.Context, string, metav1.GetOptions) (*int, error)
	Watch(context.Context, metav1.ListOptions) (watch.Interface, error)
}

type DBTX interface {
	ExecContext(context.Context, string, ...any) (sql.Result, error)
	PrepareContext(context.Context, string) (*sql.Stmt, error)
	QueryContext(context.Context, string, ...any) (*sql.Rows, error)
	QueryRowContext(context.Context, string, ...any) *sql.Row
	QueryxContext(context.Context, string, ...any) (*sqlx.Rows, error)
}

type PgxTX interface {
	Exec(context.Context, string, ...any) (pgconn.CommandTag, error)
	Query(context.Context, string, ...any) (pgx.Rows, error)
	QueryRow(context.Context, string, ...any) pgx.Row
}

type Stubs interface {
	Micro(context.Context, *int, ...micro.CallOption) (*int, error)
	Kitex(context.Context, *int, ...callopt.Option) (*int, error)
	Kratos(context.Context, *int, ...kratos.CallOption) (*int, error)
}

type Doer interface {
	Do(*http.Request) (*http.Response, error)
}

type Store interface {
	Get(context.Context, string) *redis.StringCmd
	FindOne(context.Context, any) *mongo.SingleResult
	Find(context.Context, any) (*mongo.Cursor, error)
	InsertOne(context.Context, any) (*mongo.InsertOneResult, error)
	WriteMessages(context.Context, ...kafka.Message) error
	FetchMessage(context.Context) (kafka.Message, error)
}
