module github.com/budgetlint/budgetlint/runtime/adapters/grpc

go 1.26.0

require (
	github.com/budgetlint/budgetlint v0.0.0-00010101000000-000000000000
	google.golang.org/genproto/googleapis/rpc v0.0.0-20260817212433-ac3dfec99bb1
	google.golang.org/grpc v1.85.0
	google.golang.org/protobuf v1.36.12
)

require (
	github.com/sony/gobreaker/v2 v2.4.0 // indirect
	golang.org/x/net v0.60.0 // indirect
	golang.org/x/sync v0.25.0 // indirect
	golang.org/x/sys v0.50.0 // indirect
	golang.org/x/text v0.42.0 // indirect
)

// For development: this module is tested against the tree that it stands in. A release tags the root module first, puts
// that version into require above, and then tags this one; the replace stays, as it binds nobody who depends on us.
replace github.com/budgetlint/budgetlint => ../../..
