// Package turns waits on behalf of others.
package turns

import (
	"context"

	"golang.org/x/time/rate"
)

// Pace lets one through at a time, as the other side asks.
type Pace struct{ lim *rate.Limiter }

// Next comes back when it is the caller's turn.
func (p *Pace) Next(ctx context.Context) error { return p.lim.Wait(ctx) }

// Polite is Next with a name for logs.
func (p *Pace) Polite(ctx context.Context, who string) error { return p.Next(ctx) }

// Full reports whether somebody waits already.
func (p *Pace) Full() bool { return !p.lim.Allow() }
