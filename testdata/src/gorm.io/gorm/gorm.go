// Package gorm is the part of the real one that fixtures use.
package gorm

import "context"

type DB struct {
	Error        error
	RowsAffected int64
}

func (db *DB) WithContext(ctx context.Context) *DB { return db }

func (db *DB) Where(query any, args ...any) (tx *DB) { return db }

func (db *DB) Model(value any) (tx *DB) { return db }

func (db *DB) Order(value any) (tx *DB) { return db }

func (db *DB) Limit(limit int) (tx *DB) { return db }

func (db *DB) Debug() (tx *DB) { return db }

func (db *DB) First(dest any, conds ...any) (tx *DB) { return db }

func (db *DB) Find(dest any, conds ...any) (tx *DB) { return db }

func (db *DB) Create(value any) (tx *DB) { return db }

func (db *DB) Save(value any) (tx *DB) { return db }

func (db *DB) Delete(value any, conds ...any) (tx *DB) { return db }

func (db *DB) Transaction(fc func(tx *DB) error) (err error) { return fc(db) }
