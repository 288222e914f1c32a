package nodeadline

import (
	"context"
	"net/http"

	"nodeadline/call"
	"nodeadline/stockpb"
)

// The wrapper lies in another package; its fact says that the first argument must carry a deadline.
func shelf(c stockpb.StockClient) (int64, error) {
	return call.Level(context.Background(), c, "1") // want `context.Background\(\) carries no deadline, and nothing else bounds stockpb.StockClient.GetStock; path: call.Level`
}

func shelfTwice(c stockpb.StockClient) (int64, error) {
	return call.Twice(context.Background(), c, "1") // want `path: call.Twice .* → call.Level`
}

// The root itself comes from elsewhere.
func shelfLife(c stockpb.StockClient) (int64, error) {
	return call.Level(call.Life(), c, "1") // want `carries no deadline`
}

func okShelf(c stockpb.StockClient) (int64, error) {
	ctx, cancel := call.Brief(context.Background())
	defer cancel()
	return call.Level(ctx, c, "1")
}

// The client is the caller's, and so is the missing limit.
func picture(url string) ([]byte, error) {
	return call.Bytes(context.Background(), http.DefaultClient, url) // want `carries no deadline`
}

func okPicture(url string) ([]byte, error) {
	return call.Bytes(context.Background(), &http.Client{Timeout: callTimeout}, url)
}

// An implementation in sight decides what a call through the interface reaches.
func anyShelf(s call.Stocker) (int64, error) {
	return s.Stock(context.Background(), "1") // want `context.Background\(\) carries no deadline, and nothing else bounds stockpb.StockClient.GetStock; path: call.Stocker.Stock`
}
