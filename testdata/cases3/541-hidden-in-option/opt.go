package opt

import (
	"context"
	"net/http"

	"github.com/go-resty/resty/v2"
)

type API struct{ rc *resty.Client }

func (a *API) request() *resty.Request { return a.rc.R().SetContext(context.Background()) } // alt:detachedctx

func (a *API) Show(w http.ResponseWriter, r *http.Request) {
	resp, err := a.request().Get("/items/" + r.PathValue("id")) // want:detachedctx
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	w.Write(resp.Body())
}
