package seqloop

import (
	"context"
	"net"
)

// One call that is waited for n × m times is one fault: the outer loop is reported.

type balancer struct{ hosts []string }

func targets(bs []balancer) (n int) {
	for _, b := range bs {
		n += len(b.targets()) // want `waits for net.LookupIP by seqloop.balancer.targets once for each of bs`
	}
	return n
}

func (b balancer) targets() (all []net.IP) {
	for _, h := range b.hosts {
		ips, err := net.LookupIP(h)
		if err != nil {
			continue
		}
		all = append(all, ips...)
	}
	return all
}

// An outer loop that is not reported takes nothing away.

func (s *Shop) twoLists(ctx context.Context, a, b []string) (sum int) {
	for _, ids := range [][]string{a, b} {
		sum += s.sumOf(ctx, ids)
	}
	return sum
}

func (s *Shop) sumOf(ctx context.Context, ids []string) (sum int) {
	for _, id := range ids {
		n, _ := s.cents(ctx, id) // want `once for each of ids`
		sum += n
	}
	return sum
}
