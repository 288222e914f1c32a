package servers

import (
	"context"
	"database/sql"
	"fmt"

	"cases/852-provision-inside-transaction/provision"
)

type Service struct {
	db  *sql.DB
	api *provision.API
}

func (s *Service) Register(ctx context.Context, name string) (err error) {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = tx.Rollback()
		}
	}()
	if _, err = tx.ExecContext(ctx, "INSERT INTO servers(name, state) VALUES ($1, 'new')", name); err != nil {
		return err
	}
	if err = s.api.Create(ctx, name); err != nil { // want:lockedcall
		return fmt.Errorf("server %s: %w", name, err)
	}
	if _, err = tx.ExecContext(ctx, "UPDATE servers SET state='ready' WHERE name=$1", name); err != nil {
		return err
	}
	return tx.Commit()
}
