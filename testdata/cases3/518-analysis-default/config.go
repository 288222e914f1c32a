package config

import (
	"strconv"
	"time"
)

type Progressive struct {
	AnalysisTimeout string `json:"analysisRunTimeout"`
}

func (p *Progressive) Timeout() (time.Duration, error) {
	fallback := 1200
	if p.AnalysisTimeout == "" {
		return time.Duration(fallback), nil // want:timeoutunit
	}
	n, err := strconv.Atoi(p.AnalysisTimeout)
	if err != nil {
		return 0, err
	}
	return time.Duration(n) * time.Second, nil
}
