package wallets

import (
	"context"
	"fmt"

	"cases/867-repository-without-context/walletrepo"
)

type Service struct{ repo *walletrepo.Repo }

func (s *Service) Provider(ctx context.Context, id string) (string, error) {
	w, err := s.repo.ByID(id) // want:ctxdrop
	if err != nil {
		return "", fmt.Errorf("wallet %s: %w", id, err)
	}
	return w.Provider, nil
}
