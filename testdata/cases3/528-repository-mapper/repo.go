package repo

import (
	"context"

	"gorm.io/gorm"
)

type User struct {
	ID   int
	Name string
}

type Users struct{ db *gorm.DB }

func (u *Users) ByName(ctx context.Context, name string) (out []User, err error) {
	err = u.db.Where("name = ?", name).Order("id").Find(&out).Error // want:ctxdrop
	return out, err
}

func (u *Users) Add(ctx context.Context, name string) error {
	return u.db.WithContext(ctx).Create(&User{Name: name}).Error
}
