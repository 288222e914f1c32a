package urlchecker

import (
	"net/http"
	"time"
)

type Settings struct {
	RequestTimeout int `yaml:"timeout"`
	URLs           []string
}

type Widget struct {
	settings *Settings
	hc       *http.Client
}

func New(s *Settings) *Widget {
	return &Widget{
		settings: s,
		hc:       &http.Client{Timeout: time.Duration(s.RequestTimeout) + time.Second}, // want:timeoutunit
	}
}

func Defaults() *Settings { return &Settings{RequestTimeout: 30} }
