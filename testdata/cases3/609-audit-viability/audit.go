package audit

import (
	"context"
	"database/sql"
	"time"
)

const least = 5 * time.Second

type Broker struct{ db *sql.DB }

func viable(ctx context.Context) bool {
	if ctx.Err() != nil {
		return false
	}
	end, ok := ctx.Deadline()
	return !ok || time.Until(end) >= least
}

// Log makes every effort to record that the service was asked.
func (b *Broker) Log(ctx context.Context, entry string) error {
	if !viable(ctx) {
		fresh, cancel := context.WithTimeout(context.Background(), least)
		defer cancel()
		ctx = fresh
	}
	_, err := b.db.ExecContext(ctx, "INSERT INTO audit VALUES (?)", entry)
	return err
}
