package seqloop

import (
	"context"
	"database/sql"
)

// flags are what a command was started with.
type flags interface {
	GetStringSlice(command, name string) ([]string, error)
}

// viperConfig is a configuration file.
type viperConfig interface{ GetStringSlice(name string) []string }

// A flag that may be given more than once is given once or twice.
func (s *Shop) ofFlag(ctx context.Context, f flags) (all []int, err error) {
	volumes, err := f.GetStringSlice("delete", "volume")
	if err != nil {
		return nil, err
	}
	for _, id := range volumes {
		n, err := s.cents(ctx, id)
		if err != nil {
			return nil, err
		}
		all = append(all, n)
	}
	return all, nil
}

// A file lists as many as it likes.
func (s *Shop) ofFile(ctx context.Context, c viperConfig) (all []int) {
	for _, id := range c.GetStringSlice("volumes") {
		n, _ := s.cents(ctx, id) // want `once for each of c.GetStringSlice`
		all = append(all, n)
	}
	return all
}

// tags are kept in a database behind a small interface of our own.
type tags struct{ db execer }

type execer interface {
	Exec(query string, args ...any) (sql.Result, error)
	QueryRow(query string, args ...any) *sql.Row
}

func (t *tags) find(ctx context.Context, s *Shop, name string) (int, error) {
	n, err := s.cents(ctx, name)
	if err == nil {
		return n, nil
	}
	_, err = t.db.Exec(`INSERT INTO tags (name) VALUES (?)`, name)
	return 0, err
}

// What is not there is created, one after another.
func (t *tags) all(ctx context.Context, s *Shop, names []string) (all []int, err error) {
	for _, name := range names {
		n, err := t.find(ctx, s, name)
		if err != nil {
			return nil, err
		}
		all = append(all, n)
	}
	return all, nil
}

type source interface {
	Find(ctx context.Context, s *Shop, name string) (*int, error)
}

type priced struct{}

func (priced) Find(ctx context.Context, s *Shop, name string) (*int, error) {
	n, err := s.cents(ctx, name)
	return &n, err
}

// The first source that has an answer gives it.
func first(ctx context.Context, s *Shop, sources []source, name string) (*int, error) {
	for _, src := range sources {
		v, err := src.Find(ctx, s, name)
		if v != nil || err != nil {
			return v, err
		}
	}
	return nil, nil
}

// All are asked.
func every(ctx context.Context, s *Shop, sources []source, name string) (all []*int, err error) {
	for _, src := range sources {
		v, err := src.Find(ctx, s, name) // want `once for each of sources`
		if v == nil || err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
}

// PodRepo is named like a database; what is in sight of it looks into memory.
type PodRepo interface {
	GetNode(ctx context.Context, pod string) (string, error)
}

type podCache struct{ nodes map[string]string }

func (p *podCache) GetNode(ctx context.Context, pod string) (string, error) {
	return p.nodes[pod], ctx.Err()
}

func nodesOf(ctx context.Context, repo PodRepo, pods []string) (all []string, err error) {
	for _, pod := range pods {
		n, err := repo.GetNode(ctx, pod)
		if err != nil {
			return nil, err
		}
		all = append(all, n)
	}
	return all, nil
}

// AccountRepo has an implementation in sight too, which asks the next layer: that decides nothing.
type AccountRepo interface {
	GetBalance(ctx context.Context, id string) (int, error)
}

type LedgerStore interface {
	GetSum(ctx context.Context, id string) (int, error)
}

type accounts struct{ ledger LedgerStore }

func (a *accounts) GetBalance(ctx context.Context, id string) (int, error) {
	return a.ledger.GetSum(ctx, id)
}

func balances(ctx context.Context, repo AccountRepo, ids []string) (all []int, err error) {
	for _, id := range ids {
		n, err := repo.GetBalance(ctx, id) // want `waits for seqloop.AccountRepo.GetBalance, probably remote`
		if err != nil {
			return nil, err
		}
		all = append(all, n)
	}
	return all, nil
}

// NoopRates is what a test or a small installation uses; what is used elsewhere is out of sight.
type NoopRates struct{}

func (NoopRates) GetRate(context.Context, string) (int, error) { return 1, nil }

type RateStore interface {
	GetRate(ctx context.Context, currency string) (int, error)
}

func rates(ctx context.Context, store RateStore, currencies []string) (all []int, err error) {
	for _, c := range currencies {
		n, err := store.GetRate(ctx, c) // want `waits for seqloop.RateStore.GetRate, probably remote`
		if err != nil {
			return nil, err
		}
		all = append(all, n)
	}
	return all, nil
}
