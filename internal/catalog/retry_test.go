package catalog

import (
	"go/token"
	"go/types"
	"testing"
)

// A setting of a family that no client belongs to would change nothing, and a client that never retries needs one.
func TestRetryFamilies(t *testing.T) {
	settings := map[string]bool{}
	for _, s := range Settings() {
		settings[s.Family] = true
		if s.Pkg == "" || s.Name == "" || s.Sets == 0 {
			t.Errorf("setting %+v says nothing", s)
		}
	}
	clients := map[string]bool{"grpc": true} // by protocol: its clients are generated
	for _, c := range SelfRetries() {
		clients[c.Family] = true
		if c.Attempts == 0 && !settings[c.Family] {
			t.Errorf("%s: %s makes no second attempt, and no setting changes that", c.Family, c.Pkg)
		}
		if c.Attempts == 1 || c.Why == "" {
			t.Errorf("%s: %d attempts, because %q", c.Family, c.Attempts, c.Why)
		}
	}
	for f := range settings {
		if !clients[f] {
			t.Errorf("settings of %s change no client", f)
		}
	}
}

func TestRetrierOf(t *testing.T) {
	function := func(path string, params ...types.Type) *types.Func {
		var vars []*types.Var
		for _, p := range params {
			vars = append(vars, types.NewParam(token.NoPos, nil, "", p))
		}
		sig := types.NewSignatureType(nil, nil, nil, types.NewTuple(vars...), nil, false)
		return types.NewFunc(token.NoPos, types.NewPackage(path, "backoff"), "Retry", sig)
	}
	pkg := types.NewPackage("context", "context")
	ctx := types.NewNamed(types.NewTypeName(token.NoPos, pkg, "Context", nil), types.NewInterfaceType(nil, nil), nil)
	op := types.NewSignatureType(nil, nil, nil, nil, nil, false)
	for _, test := range []struct {
		fn      *types.Func
		op      int
		context bool
	}{
		{function("github.com/cenkalti/backoff", op, op), 0, false},
		{function("github.com/cenkalti/backoff/v4", op, op), 0, false},
		{function("github.com/cenkalti/backoff/v5", ctx, op), 1, true},
		{function("github.com/cenkalti/backoff/v7", ctx, op), 1, true},
	} {
		r, ok := RetrierOf(test.fn)
		if !ok || r.Op != test.op || r.Context != test.context {
			t.Errorf("%s: got %+v, %t; want the function at %d, context %t", test.fn, r, ok, test.op, test.context)
		}
	}
	if _, ok := RetrierOf(function("example.com/backoff", op, op)); ok {
		t.Error("a package that only has the name of one is taken for it")
	}
}
