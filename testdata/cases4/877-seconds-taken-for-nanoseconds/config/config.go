package config

import "encoding/json"

type Analysis struct {
	URL            string `json:"url"`
	TimeoutSeconds int    `json:"timeoutSeconds"`
}

func Parse(raw []byte) (Analysis, error) {
	a := Analysis{TimeoutSeconds: 1200}
	err := json.Unmarshal(raw, &a)
	return a, err
}
