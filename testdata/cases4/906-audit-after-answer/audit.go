// none: the audit post runs in a goroutine of its own, detached from the two seconds of the request

package audit

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
)

const (
	answerLimit = 2 * time.Second
	auditLimit  = 10 * time.Second
)

type API struct {
	flags, audit string
	hc           *http.Client
}

func Routes(flags, audit string) http.Handler {
	a := &API{flags: flags, audit: audit, hc: &http.Client{}}
	r := chi.NewRouter()
	r.Get("/flags/{name}", a.flag)
	return r
}

func (a *API) flag(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), answerLimit)
	defer cancel()
	name := chi.URLParam(r, "name")
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.flags+"/"+name, nil)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	resp, err := a.hc.Do(req)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		http.Error(w, resp.Status, http.StatusBadGateway)
		return
	}
	go a.record(context.WithoutCancel(ctx), name)
	json.NewEncoder(w).Encode(map[string]bool{name: true})
}

func (a *API) record(ctx context.Context, name string) {
	ctx, cancel := context.WithTimeout(ctx, auditLimit)
	defer cancel()
	if err := a.post(ctx, name); err != nil {
		slog.WarnContext(ctx, "audit", "flag", name, "err", err)
	}
}

func (a *API) post(ctx context.Context, name string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, a.audit, bytes.NewBufferString(name))
	if err != nil {
		return err
	}
	resp, err := a.hc.Do(req)
	if err != nil {
		return err
	}
	resp.Body.Close()
	if resp.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("audit: %s", resp.Status)
	}
	return nil
}
