package fallback

import (
	"container/list"
	"fmt"
	"sync"
	"time"
)

// A Store keeps the last good value of each key for Stale. It must take calls from any number of goroutines. It is
// asked while a request waits, without a context: a store that goes over a network belongs into a Func.
type Store[K comparable, T any] interface {
	// Load returns what is kept under k and when it was received.
	Load(k K) (v T, at time.Time, ok bool)
	// Save keeps v under k, unless what is there was received later than at: answers may overtake each other.
	Save(k K, v T, at time.Time)
}

// Memory is a Store of bounded size in this process. When it is full, the key that was not loaded or saved for longest
// makes room. What it returns is what it was given: whoever changes a value that they got changes it for all.
type Memory[K comparable, T any] struct {
	max int

	mu      sync.Mutex
	entries map[K]*list.Element // of *entry[K, T]
	recent  list.List           // the one used last in front
}

type entry[K comparable, T any] struct {
	key   K
	value T
	at    time.Time
}

// NewMemory returns an empty Memory for at most max keys. It panics if max is below 1.
func NewMemory[K comparable, T any](max int) *Memory[K, T] {
	if max < 1 {
		panic(fmt.Sprintf("fallback: NewMemory(%d): a store needs room for a key", max))
	}
	return &Memory[K, T]{max: max, entries: make(map[K]*list.Element)}
}

// Load is Store's.
func (m *Memory[K, T]) Load(k K) (v T, at time.Time, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	found := m.entries[k]
	if found == nil {
		return v, at, false
	}
	m.recent.MoveToFront(found)
	e := found.Value.(*entry[K, T])
	return e.value, e.at, true
}

// Save is Store's.
func (m *Memory[K, T]) Save(k K, v T, at time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if found := m.entries[k]; found != nil {
		m.recent.MoveToFront(found)
		if e := found.Value.(*entry[K, T]); !e.at.After(at) {
			e.value, e.at = v, at
		}
		return
	}
	if k != k { // a NaN, or an array or struct with one in it: nobody could ever find or remove it
		return
	}
	if len(m.entries) < m.max {
		m.entries[k] = m.recent.PushFront(&entry[K, T]{k, v, at})
		return
	}
	oldest := m.recent.Back() // its memory is used again
	e := oldest.Value.(*entry[K, T])
	delete(m.entries, e.key)
	*e = entry[K, T]{k, v, at}
	m.entries[k] = oldest
	m.recent.MoveToFront(oldest)
}

// Len returns the number of keys.
func (m *Memory[K, T]) Len() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.entries)
}
