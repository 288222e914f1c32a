package socks

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"
)

type Sock struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Price int64  `json:"price"`
}

type Store struct{ db *gorm.DB }

func NewStore(db *gorm.DB) *Store { return &Store{db: db} }

// List reads the articles that carry a tag.
//
//budgetlint:downstream name=catalogue-db core timeout=500ms
func (s *Store) List(ctx context.Context, tag string) ([]Sock, error) {
	ctx, cancel := context.WithTimeout(ctx, 500*time.Millisecond)
	defer cancel()
	var out []Sock
	q := s.db.WithContext(ctx).Order("name")
	if tag != "" {
		q = q.Where("tag = ?", tag)
	}
	if err := q.Find(&out).Error; err != nil {
		return nil, fmt.Errorf("list socks: %w", err)
	}
	return out, nil
}
