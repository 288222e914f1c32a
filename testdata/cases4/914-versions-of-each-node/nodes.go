package nodes

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"cases/914-versions-of-each-node/par"
)

type Status struct {
	Node    string `json:"node"`
	Version string `json:"version"`
}

type Admin struct {
	nodes []string
	hc    *http.Client
}

func New(nodes []string) *Admin {
	return &Admin{nodes: nodes, hc: &http.Client{Timeout: 2 * time.Second}}
}

func (a *Admin) status(ctx context.Context, node string) (Status, error) {
	st := Status{Node: node}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+node+"/version", nil)
	if err != nil {
		return st, err
	}
	resp, err := a.hc.Do(req)
	if err != nil {
		return st, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return st, fmt.Errorf("node %s: %s", node, resp.Status)
	}
	return st, json.NewDecoder(resp.Body).Decode(&st)
}

// ServeHTTP shows the operator what every node of the cluster runs.
func (a *Admin) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	list, err := par.Map(r.Context(), 5, a.nodes, a.status) // want:allornothing
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway) // alt:allornothing
		return
	}
	json.NewEncoder(w).Encode(list)
}
