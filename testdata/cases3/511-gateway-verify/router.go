package gateway

import (
	"context"
	"net/http"

	"cases3/511-gateway-verify/corepb"
)

type router struct{ core corepb.CoreClient }

func (ro *router) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /verify", ro.verify)
	return mux
}

func (ro *router) verify(w http.ResponseWriter, r *http.Request) {
	hash := r.FormValue("hash")
	if hash == "" {
		http.Error(w, "no hash", http.StatusBadRequest)
		return
	}
	res, err := ro.core.Verify(context.Background(), &corepb.Hash{Hash: hash}) // want:detachedctx
	if err != nil || !res.OK {
		http.Error(w, "not verified", http.StatusUnauthorized)
		return
	}
	w.WriteHeader(http.StatusAccepted)
}
