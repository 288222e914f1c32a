package media

import (
	"io"
	"net/http"

	"cases3/510-media-storage/storage"
)

type API struct{ files storage.Storage }

func (a *API) Avatar(w http.ResponseWriter, r *http.Request) {
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if err := a.files.Upload("avatars/"+r.PathValue("user"), data); err != nil { // want:detachedctx
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
