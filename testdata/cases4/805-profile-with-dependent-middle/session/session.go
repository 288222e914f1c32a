package session

import (
	"context"

	"cases/805-profile-with-dependent-middle/accounts"
)

type State struct {
	Profile  *accounts.Profile
	Team     *accounts.Team
	Settings *accounts.Settings
}

type Builder struct{ api *accounts.API }

func (b *Builder) Build(ctx context.Context, id string) (*State, error) {
	p, err := b.api.Profile(ctx, id) // alt:seqcalls
	if err != nil {
		return nil, err
	}
	team, err := b.api.Team(ctx, p.TeamID) // alt:seqcalls
	if err != nil {
		return nil, err
	}
	s, err := b.api.Settings(ctx, id) // want:seqcalls
	if err != nil {
		return nil, err
	}
	return &State{Profile: p, Team: team, Settings: s}, nil
}
