module github.com/budgetlint/budgetlint/runtime/adapters/redis

go 1.26.0

require (
	github.com/alicebob/miniredis/v2 v2.40.0
	github.com/budgetlint/budgetlint v0.0.0-00010101000000-000000000000
	github.com/redis/go-redis/v9 v9.23.0
)

require (
	github.com/cespare/xxhash/v2 v2.3.0 // indirect
	github.com/sony/gobreaker/v2 v2.4.0 // indirect
	github.com/yuin/gopher-lua v1.1.1 // indirect
	go.uber.org/atomic v1.12.0 // indirect
	golang.org/x/sync v0.25.0 // indirect
	golang.org/x/sys v0.50.0 // indirect
)

// For development: this module is tested against the tree that it stands in. A release tags the root module first, puts
// that version into require above, and then tags this one; the replace stays, as it binds nobody who depends on us.
replace github.com/budgetlint/budgetlint => ../../..
