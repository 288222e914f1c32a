package breaker

import (
	"testing"
	"time"

	"github.com/sony/gobreaker/v2"
)

func TestAllocations(t *testing.T) {
	b := New(settings, nil)
	if n := testing.AllocsPerRun(100, func() {
		k, err := b.Allow(limit)
		if err == nil {
			k.Done(Success)
		}
	}); n != 1 {
		t.Errorf("closed: %v allocations, want 1: gobreaker's own", n)
	}
	b.Force(Open, true)
	if n := testing.AllocsPerRun(100, func() { b.Allow(limit) }); n != 0 {
		t.Errorf("held open: %v allocations", n)
	}
	b = New(settings, nil)
	report(t, b, 20, Failure)
	now := time.Now()
	if n := testing.AllocsPerRun(100, func() { b.AllowAt(now, limit) }); n != 0 {
		t.Errorf("open: %v allocations", n)
	}
	b.Force(HalfOpen, true)
	time.Sleep(time.Millisecond)
	if n := testing.AllocsPerRun(100, func() {
		k, _ := b.Allow(limit)
		k.Done(Excluded)
	}); n != 1 {
		t.Errorf("half-open: %v allocations, want 1", n)
	}
}

func BenchmarkClosed(b *testing.B) {
	ours := func() func() {
		x := New(settings, nil)
		return func() {
			k, err := x.Allow(limit)
			if err == nil {
				k.Done(Success)
			}
		}
	}()
	two := gobreaker.NewTwoStepCircuitBreaker[struct{}](gobreaker.Settings{Interval: 10 * time.Second, BucketPeriod: time.Second})
	theirs := func() {
		done, err := two.Allow()
		if err == nil {
			done(nil)
		}
	}
	for name, f := range map[string]func(){"ours": ours, "gobreaker alone": theirs} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f()
			}
		})
		b.Run(name+" contended", func(b *testing.B) {
			b.ReportAllocs()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					f()
				}
			})
		})
	}
}

func BenchmarkOpen(b *testing.B) {
	x := New(settings, nil)
	for range 20 {
		k, _ := x.Allow(limit)
		k.Done(Failure)
	}
	b.Run("refused", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			x.Allow(limit)
		}
	})
	b.Run("time.Now", func(b *testing.B) {
		for b.Loop() {
			time.Now()
		}
	})
}
