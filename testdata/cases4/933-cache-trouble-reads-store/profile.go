// none: the cache has a small limit of its own, the store behind it is the normal read path

package profile

import (
	"context"
	"log/slog"
	"time"

	"github.com/redis/go-redis/v9"
	"gorm.io/gorm"
)

type Profile struct {
	ID   string `gorm:"primaryKey"`
	Name string
}

type Repo struct {
	rdb *redis.Client
	db  *gorm.DB
}

func New(addr string, db *gorm.DB) *Repo {
	return &Repo{rdb: redis.NewClient(&redis.Options{Addr: addr, ContextTimeoutEnabled: true}), db: db}
}

func (r *Repo) cached(ctx context.Context, id string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Millisecond)
	defer cancel()
	return r.rdb.Get(ctx, "profile:"+id).Result()
}

func (r *Repo) Name(ctx context.Context, id string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	name, err := r.cached(ctx, id)
	if err != nil {
		if err != redis.Nil {
			slog.WarnContext(ctx, "profile cache", "err", err)
		}
		var p Profile
		if err := r.db.WithContext(ctx).First(&p, "id = ?", id).Error; err != nil {
			return "", err
		}
		return p.Name, nil
	}
	return name, nil
}
