// none: usage is read, the cache is purged, usage is read again

package edge

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

type Usage struct {
	Objects int64
	Bytes   int64
}

type Freed struct{ Objects, Bytes int64 }

type Zone struct {
	url string
	hc  *http.Client
}

func Open(url string) *Zone { return &Zone{url: url, hc: &http.Client{Timeout: 10 * time.Second}} }

func (z *Zone) call(ctx context.Context, method, path string, into any) error {
	req, err := http.NewRequestWithContext(ctx, method, z.url+path, nil)
	if err != nil {
		return err
	}
	resp, err := z.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("%s %s: %s", method, path, resp.Status)
	}
	if into == nil {
		return nil
	}
	return json.NewDecoder(resp.Body).Decode(into)
}

func (z *Zone) usage(ctx context.Context) (u Usage, err error) {
	err = z.call(ctx, http.MethodGet, "/usage", &u)
	return u, err
}

func (z *Zone) Purge(ctx context.Context, tag string) (Freed, error) {
	before, err := z.usage(ctx)
	if err != nil {
		return Freed{}, err
	}
	if err := z.call(ctx, http.MethodDelete, "/cache/tags/"+tag, nil); err != nil {
		return Freed{}, err
	}
	after, err := z.usage(ctx)
	if err != nil {
		return Freed{}, err
	}
	return Freed{Objects: before.Objects - after.Objects, Bytes: before.Bytes - after.Bytes}, nil
}
