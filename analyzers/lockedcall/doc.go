// Package lockedcall reports downstream calls that are made while a lock or a transaction is held.
//
// # Analyzer lockedcall
//
// lockedcall: a downstream call while a mutex is held or a SQL transaction is open
//
// Whoever holds a lock makes everybody wait who needs it. If it waits itself, for a name server or another service, one
// slow answer stops all of them, also those who only wanted to look something up. A transaction that is open meanwhile
// keeps its rows locked and its connection out of the pool.
//
//	f.mu.Lock()
//	defer f.mu.Unlock()
//	if err := probe(ctx, c); err != nil { … }                       // one slow cluster, all wait
//	f.all[name] = c
//
//	return db.Transaction(func(tx *gorm.DB) error {
//		if err := tx.Create(o).Error; err != nil { return err }
//		return bus.Publish(ctx, "orders.placed", o)             // rows stay locked until the broker answers
//	})
//
// One report for each lock or transaction, at the first call; also where the called function reaches a downstream only
// further down. SQL inside a transaction is what it is for, so only other calls count there.
//
// # Not reported
//
// A lock for each key, peer or item, and singleflight. A lock that guards one value which all callers want, and returns it
// before the call where it is there: a token, a lazy connection. Reads and writes of a connection that its mutex puts in a
// row, and mutexes whose name says that this is their purpose (writeMu, refreshMu). A lock under which something is written:
// it is there to write one at a time, or to read, change and write back; but a read lock puts nothing in a row, so telling
// each element of what it guards counts. A lock that nobody takes but for such calls (unless it guards the elements of a
// map, of which others may want another, or a client that is made when it is first asked for), and a function's own before anything else
// runs. Functions that open, start, migrate or close something. Work behind a go statement, deferred calls, sync.Once.
// Locks that are passed on: what a function does with a lock that its caller holds is reported at the caller's line only.
//
// # Fix
//
// None is offered. Take a copy under the lock, unlock, call, lock again and store; or keep a lock for each key
// (singleflight). In a transaction, write a row that is sent after the commit. Where the call has to stay, bound it:
// budget.Within(ctx, 500*time.Millisecond).
package lockedcall

import _ "embed"

// Doc is this file.
//
//go:embed doc.go
var Doc string
