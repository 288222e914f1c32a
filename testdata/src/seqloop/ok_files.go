package seqloop

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
)

// A file is written, or read and written again, by each round.

func (s *Shop) download(ctx context.Context, dir string, ids []string) error {
	for _, id := range ids {
		if err := s.downloadOne(ctx, dir, id); err != nil {
			return err
		}
	}
	return nil
}

func (s *Shop) downloadOne(ctx context.Context, dir, id string) error {
	resp, err := s.price(ctx, id)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	f, err := os.OpenFile(filepath.Join(dir, id), os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(f, resp.Body)
	return err
}

type shareDB map[string]int

func (db shareDB) save(name string) error {
	data, err := json.Marshal(db)
	if err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o600)
}

func (s *Shop) share(ctx context.Context, ids []string) error {
	for _, id := range ids {
		if err := s.shareOne(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

func (s *Shop) shareOne(ctx context.Context, id string) error {
	db := shareDB{}
	data, err := os.ReadFile("shares.json")
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, &db); err != nil {
		return err
	}
	if db[id], err = s.cents(ctx, id); err != nil {
		return err
	}
	return db.save("shares.json")
}

func (s *Shop) made(ctx context.Context, ids []string) (all []int, err error) {
	for _, id := range ids {
		n, err := s.cents(ctx, id)
		if err != nil {
			return nil, err
		}
		if err := os.MkdirAll(id, 0o700); err != nil {
			return nil, err
		}
		all = append(all, n)
	}
	return all, nil
}

// Files that are only read, and those of one call alone, order nothing.

func (s *Shop) onlyRead(ctx context.Context, ids []string) (sum int) {
	for _, id := range ids {
		price, _ := s.onlyReadOne(ctx, id) // want `once for each of ids`
		sum += price
	}
	return sum
}

func (s *Shop) onlyReadOne(ctx context.Context, id string) (int, error) {
	f, err := os.OpenFile("token", os.O_RDONLY, 0)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	tmp, err := os.CreateTemp("", "price")
	if err != nil {
		return 0, err
	}
	defer os.Remove(tmp.Name())
	return s.cents(ctx, id)
}

// What a helper keeps for itself is not what the loop is for.

func (s *Shop) signedIn(ctx context.Context, ids []string) (sum int) {
	for _, id := range ids {
		price, _ := s.signedInOne(ctx, id) // want `once for each of ids`
		sum += price
	}
	return sum
}

func (s *Shop) signedInOne(ctx context.Context, id string) (int, error) {
	if err := refreshToken(); err != nil {
		return 0, err
	}
	return s.cents(ctx, id)
}

func refreshToken() error { return os.WriteFile("token", []byte("t"), 0o600) }
