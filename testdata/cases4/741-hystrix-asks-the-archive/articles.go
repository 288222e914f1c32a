package articles

import (
	"context"
	"fmt"
	"io"
	"net/http"

	"github.com/afex/hystrix-go/hystrix"
)

const command = "article"

func init() {
	hystrix.ConfigureCommand(command, hystrix.CommandConfig{Timeout: 1500, MaxConcurrentRequests: 50})
}

type Reader struct {
	live, archive string
	hc            *http.Client
}

func New(live, archive string, hc *http.Client) *Reader {
	return &Reader{live: live, archive: archive, hc: hc}
}

func (r *Reader) get(ctx context.Context, url string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := r.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", url, resp.Status)
	}
	return io.ReadAll(resp.Body)
}

// Article reads one article, from the archive if it must.
func (r *Reader) Article(ctx context.Context, slug string) ([]byte, error) {
	var body []byte
	err := hystrix.DoC(ctx, command, func(ctx context.Context) (err error) {
		body, err = r.get(ctx, r.live+"/articles/"+slug)
		return err
	}, func(ctx context.Context, _ error) (err error) { // alt:slowfallback
		body, err = r.get(ctx, r.archive+"/"+slug+".json") // want:slowfallback
		return err
	})
	return body, err
}
