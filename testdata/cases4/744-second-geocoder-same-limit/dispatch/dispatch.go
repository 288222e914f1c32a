package dispatch

import (
	"context"
	"fmt"
	"log/slog"

	"cases/744-second-geocoder-same-limit/geocoder"
)

type Dispatcher struct {
	osm    *geocoder.Client
	paid   *geocoder.Client
	logger *slog.Logger
}

func New(osm, paid *geocoder.Client, logger *slog.Logger) *Dispatcher {
	return &Dispatcher{osm: osm, paid: paid, logger: logger}
}

// Place turns a delivery address into coordinates.
func (d *Dispatcher) Place(ctx context.Context, address string) (geocoder.Point, error) {
	pt, err := d.osm.Locate(ctx, address)
	if err != nil {
		d.logger.WarnContext(ctx, "free geocoder failed", "err", err)
		pt, err = d.paid.Locate(ctx, address) // want:slowfallback
		if err != nil {
			return geocoder.Point{}, fmt.Errorf("locate %q: %w", address, err)
		}
	}
	return pt, nil
}
