// none: cache lookup has fifty milliseconds, on a miss or an error its source is read

package models

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"time"

	"github.com/redis/go-redis/v9"
	"gorm.io/gorm"
)

const (
	cacheLimit = 50 * time.Millisecond
	keep       = 5 * time.Minute
)

type Model struct {
	ID    string `json:"id"`
	Owner string `json:"owner"`
}

type Models struct {
	rdb *redis.Client
	db  *gorm.DB
}

func New(addr string, db *gorm.DB) *Models {
	return &Models{
		rdb: redis.NewClient(&redis.Options{Addr: addr, ContextTimeoutEnabled: true, MaxRetries: -1}),
		db:  db,
	}
}

func (m *Models) cached(ctx context.Context, id string) (*Model, error) {
	ctx, cancel := context.WithTimeout(ctx, cacheLimit)
	defer cancel()
	b, err := m.rdb.Get(ctx, "model:"+id).Bytes()
	if err != nil {
		return nil, err
	}
	out := new(Model)
	if err := json.Unmarshal(b, out); err != nil {
		return nil, err
	}
	return out, nil
}

func (m *Models) remember(ctx context.Context, mod *Model) {
	b, err := json.Marshal(mod)
	if err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, cacheLimit)
	defer cancel()
	if err := m.rdb.Set(ctx, "model:"+mod.ID, b, keep).Err(); err != nil {
		slog.DebugContext(ctx, "model not cached", "err", err)
	}
}

// Get reads a model through the cache.
func (m *Models) Get(ctx context.Context, id string) (*Model, error) {
	mod, err := m.cached(ctx, id)
	if err == nil {
		return mod, nil
	}
	if !errors.Is(err, redis.Nil) {
		slog.WarnContext(ctx, "model cache", "err", err)
	}
	mod = new(Model)
	if err := m.db.WithContext(ctx).First(mod, "id = ?", id).Error; err != nil {
		return nil, err
	}
	m.remember(ctx, mod)
	return mod, nil
}
