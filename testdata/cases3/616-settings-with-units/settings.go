package settings

import (
	"context"
	"flag"
	"net/http"
	"time"
)

type Settings struct {
	Timeout time.Duration `yaml:"timeout"` // 60s
	Grace   time.Duration `yaml:"grace"`
}

func Flags(fs *flag.FlagSet) *Settings {
	s := new(Settings)
	fs.DurationVar(&s.Timeout, "timeout", time.Minute, "limit")
	fs.DurationVar(&s.Grace, "grace", 0, "pause before the end")
	return s
}

func (s *Settings) Client() *http.Client {
	if s.Timeout <= 0 {
		s.Timeout = time.Duration(30) * time.Second
	}
	return &http.Client{Timeout: s.Timeout}
}

func (s *Settings) Stop(ctx context.Context, srv *http.Server) error {
	ctx, cancel := context.WithTimeout(ctx, s.Grace+2*time.Second)
	defer cancel()
	return srv.Shutdown(ctx)
}
