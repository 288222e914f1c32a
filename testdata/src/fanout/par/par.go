// Package par runs functions in parallel.
package par

import "sync"

// Each calls fn for every item, all at once.
func Each[T any](items []T, fn func(T)) {
	var wg sync.WaitGroup
	for _, it := range items {
		wg.Add(1)
		go func() {
			defer wg.Done()
			fn(it)
		}()
	}
	wg.Wait()
}

// Few calls fn for every item, eight at a time.
func Few[T any](items []T, fn func(T)) {
	sem := make(chan struct{}, 8)
	var wg sync.WaitGroup
	for _, it := range items {
		sem <- struct{}{}
		wg.Add(1)
		go func() {
			defer wg.Done()
			fn(it)
			<-sem
		}()
	}
	wg.Wait()
}

// Safe runs f in a goroutine that survives a panic.
func Safe(f func()) {
	go func() {
		defer func() { _ = recover() }()
		f()
	}()
}

// All runs all of fs at once.
func All(fs ...func() error) error {
	var wg sync.WaitGroup
	for _, f := range fs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			_ = f()
		}()
	}
	wg.Wait()
	return nil
}

// Regions are where we sell.
var Regions = []string{"eu", "us"}

// Stages returns the stages.
func Stages() []string { return []string{"test", "live"} }

// Slots is a pool of slots.
type Slots struct{ c chan struct{} }

// Acquire waits for a slot.
func (s *Slots) Acquire() { s.c <- struct{}{} }

// Release gives it back.
func (s *Slots) Release() { <-s.c }

// Wait comes back with a slot and the way to give it back.
func Wait(s *Slots) (release func()) {
	s.c <- struct{}{}
	return func() { <-s.c }
}
