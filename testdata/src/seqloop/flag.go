package seqloop

import (
	"context"
	"net"
)

func (s *Shop) addresses(hosts []string, resolve bool) (all []string) {
	for _, h := range hosts {
		if !resolve {
			all = append(all, h)
		} else if ips, err := net.LookupHost(h); err == nil {
			all = append(all, ips...)
		}
	}
	return all
}

func (s *Shop) relay(ctx context.Context, host string, resolve bool) []string {
	return s.addresses([]string{host, s.HTTP.Timeout.String()}, resolve && ctx.Err() == nil || resolve)
}

func (s *Shop) passOn(host string, plain bool) []string { return s.addresses([]string{host}, !plain) }

func (s *Shop) resolved(groups []string) (all []string) {
	for _, g := range groups {
		all = append(all, s.passOn(g, false)...) // want `waits for net.LookupHost by \(\*seqloop.Shop\).passOn once for each of groups`
	}
	return all
}

// Nothing is asked: the flag is off.
func (s *Shop) plain(groups []string) (all []string) {
	for _, g := range groups {
		all = append(all, s.passOn(g, true)...)
	}
	for _, g := range groups {
		all = append(all, s.addresses([]string{g}, false)...)
	}
	return all
}

func (s *Shop) related(ctx context.Context, groups []string) (all []string) {
	for _, g := range groups {
		all = append(all, s.relay(ctx, g, false)...) // want `waits for net.LookupHost by \(\*seqloop.Shop\).relay`
	}
	return all
}
