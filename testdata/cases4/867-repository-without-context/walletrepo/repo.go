package walletrepo

import "github.com/jmoiron/sqlx"

type Wallet struct {
	ID       string `db:"id"`
	Provider string `db:"provider"`
}

type Repo struct{ db *sqlx.DB }

func New(db *sqlx.DB) *Repo { return &Repo{db: db} }

const byID = `SELECT id, provider FROM wallets WHERE id = $1`

func (r *Repo) ByID(id string) (*Wallet, error) {
	w := new(Wallet)
	if err := r.db.Get(w, byID, id); err != nil { // alt:ctxdrop
		return nil, err
	}
	return w, nil
}
