package archive

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"
)

type Artifact struct{ Group, Name, Version string }

type Parser struct {
	base string
	hc   *http.Client
}

func NewParser(base string) *Parser {
	return &Parser{base: base, hc: &http.Client{Timeout: time.Minute}}
}

func (p *Parser) Parse(_ context.Context, r io.Reader) ([]Artifact, error) {
	var sums []string
	if err := json.NewDecoder(r).Decode(&sums); err != nil {
		return nil, err
	}
	var out []Artifact
	for _, s := range sums {
		a, err := p.bySum(s) // want:ctxdrop
		if err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	return out, nil
}

func (p *Parser) bySum(sum string) (a Artifact, err error) {
	req, err := http.NewRequest(http.MethodGet, p.base+"/search?q="+sum, nil) // alt:ctxdrop
	if err != nil {
		return a, err
	}
	resp, err := p.hc.Do(req) // alt:ctxdrop
	if err != nil {
		return a, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return a, fmt.Errorf("search: %s", resp.Status)
	}
	return a, json.NewDecoder(resp.Body).Decode(&a)
}
