package effect

import (
	"go/token"
	"go/types"
	"testing"
)

func TestOverlaps(t *testing.T) {
	s := types.NewVar(token.NoPos, nil, "s", types.Typ[types.Int])
	other := types.NewVar(token.NoPos, nil, "s", types.Typ[types.Int])
	for _, tt := range []struct {
		p, q place
		want bool
	}{
		{place{Root: s}, place{Root: s}, true},
		{place{Root: s}, place{Root: s, Fields: ".client"}, true},
		{place{Root: s, Fields: ".client"}, place{Root: s, Fields: ".client.base"}, true},
		{place{Root: s, Fields: ".client"}, place{Root: s, Fields: ".clients"}, false},
		{place{Root: s, Fields: ".user"}, place{Root: s, Fields: ".orders"}, false},
		{place{Root: s}, place{Root: other}, false},
	} {
		if got := tt.p.overlaps(tt.q); got != tt.want {
			t.Errorf("%s overlaps %s = %t", tt.p.Fields, tt.q.Fields, got)
		}
		if got := tt.q.overlaps(tt.p); got != tt.want {
			t.Errorf("%s overlaps %s = %t", tt.q.Fields, tt.p.Fields, got)
		}
	}
}
