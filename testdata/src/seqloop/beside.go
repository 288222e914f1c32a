package seqloop

import (
	"context"
	"net/http"
)

// Links asks for one link, or for many.
type Links struct{ HTTP *http.Client }

// BatchGetLink is the loop itself, so it is not offered.
func (l *Links) BatchGetLink(ctx context.Context, urls []string) (size int64, err error) {
	for _, u := range urls {
		resp, err := l.GetLink(ctx, u) // want `once for each of urls \(a parameter of BatchGetLink\); no round needs another`
		if err != nil {
			return 0, err
		}
		size += resp.ContentLength
	}
	return size, nil
}

// GetLink asks for one.
func (l *Links) GetLink(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return l.HTTP.Do(req)
}

func titles(ctx context.Context, l *Links, urls []string) (size int64, err error) {
	for _, u := range urls {
		resp, err := l.GetLink(ctx, u) // want `once for each of urls \(a parameter of titles\); no round needs another`
		if err != nil {
			return 0, err
		}
		size += resp.ContentLength
	}
	return size, nil
}

// Other names: another noun, another item, no answer.
type bookService interface {
	GetBook(ctx context.Context, id string) (int, error)
	GetBatchOfBooks(ctx context.Context) ([]int, error)
	CheckBatchBook(ctx context.Context, ids []string) error
	GetBooksOf(ctx context.Context, authors []int) ([]int, error)
	DeleteBooks(ctx context.Context, ids []string) ([]int, error)
}

func prices(ctx context.Context, b bookService, ids []string) (sum int, err error) {
	for _, id := range ids {
		n, err := b.GetBook(ctx, id) // want `once for each of ids \(a parameter of prices\); no round needs another`
		if err != nil {
			return 0, err
		}
		sum += n
	}
	return sum, nil
}

type userService interface {
	Get(ctx context.Context, id string) (int, error)
	GetAll(ctx context.Context, ids ...string) ([]int, error)
	FindUserByID(ctx context.Context, id string) (int, error)
	ListUsersByIDs(ctx context.Context, ids []string) ([]int, error)
}

func several(ctx context.Context, m userService, ids []string) (sum int) {
	for _, id := range ids {
		n, _ := m.Get(ctx, id) // want `; GetAll beside it seems to answer for many at once`
		sum += n
	}
	for _, id := range ids {
		n, _ := m.FindUserByID(ctx, id) // want `; ListUsersByIDs beside it seems to answer for many at once`
		sum += n
	}
	return sum
}
