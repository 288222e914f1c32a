// none: the ORM session is bound to the context first; scopes and finders work on the bound session

package users

import (
	"context"
	"errors"

	"gorm.io/gorm"
)

type User struct {
	ID     uint
	Tenant string
	Email  string
	Active bool
}

type Store struct{ db *gorm.DB }

type scope func(*gorm.DB) *gorm.DB

func active(db *gorm.DB) *gorm.DB { return db.Where("active = ?", true) }

func ofTenant(t string) scope {
	return func(db *gorm.DB) *gorm.DB { return db.Where("tenant = ?", t) }
}

func first(db *gorm.DB, scopes ...scope) (*User, error) {
	for _, s := range scopes {
		db = s(db)
	}
	u := new(User)
	if err := db.First(u).Error; err != nil {
		return nil, err
	}
	return u, nil
}

func (s *Store) ByEmail(ctx context.Context, tenant, email string) (*User, bool, error) {
	session := s.db.WithContext(ctx)
	u, err := first(session.Where("email = ?", email), active, ofTenant(tenant))
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return nil, false, nil
	}
	return u, err == nil, err
}
