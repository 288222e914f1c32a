// none: requests are paced by a limiter because the provider asks clients to go one at a time

package pace

import (
	"context"

	"golang.org/x/time/rate"
)

type Pacer struct{ lim *rate.Limiter }

func PerSecond(n float64) *Pacer { return &Pacer{lim: rate.NewLimiter(rate.Limit(n), 1)} }

func (p *Pacer) Next(ctx context.Context) error { return p.lim.Wait(ctx) }
