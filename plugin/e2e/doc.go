// Package e2e builds a golangci-lint that has budgetlint, in the way in which users do it, and holds what it finds and
// fixes to what the budgetlint command finds and fixes. It has tests only, and a module of its own: golangci-lint's
// requirements are nobody else's. `make e2e-golangci` runs it; docs/drivers.md says how long that takes.
package e2e
