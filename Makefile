.PHONY: check test update rule bench bench-all conformance adapters cases catalog-check ecosystem build drill soak e2e-golangci hosts editors

check: ## everything that CI runs
	.ci/run

test:
	go test ./...

update: ## rewrite golden files, docs/rules, the pictures of docs/concepts.md and the tables in README.md and AGENTS.md; read the diff afterwards
	go test ./analyzers/... -update
	go test ./internal/planview -update

rule: ## make rule NAME=slowpoke
	go run ./internal/newrule/cmd $(NAME)
	go test ./analyzers -run TestGenerated -update

bench: ## the runtime's cost beside its peers, as one table; downloads them
	cd bench && go run .

bench-all: ## every benchmark of this module
	go test -run '^$$' -bench . -benchmem ./...

adapters: ## the tests of the runtime's adapters, which are modules of their own; downloads their libraries
	cd runtime/adapters/grpc && go test -race ./...
	cd runtime/adapters/redis && go test -race ./...

conformance: ## the runtime's and its peers' behaviour, as tables, and into docs/conformance.md; downloads them
	cd bench && go test ./conform -run TestConformance -count=1 -print -update

drill: ## the dashboard in all kinds of trouble, before and after; half a minute, writes bin/drill.html
	mkdir -p bin
	go run ./examples/dashboard/drill -html bin/drill.html

soak: ## a minute of flapping services and leaving clients, and another one with the race detector
	GOMAXPROCS=2 go test ./examples/dashboard/after -run '^TestSoak$$' -soak 60s -count=1 -v
	GOMAXPROCS=2 go test -race ./examples/dashboard/after -run '^TestSoak$$' -soak 60s -count=1 -v

cases: ## recall and look-alikes on the case modules; downloads their libraries
	go test ./ecosystem/cases -run TestCaseModules -cases cases,cases2,cases3,cases4 -timeout 30m -v
	go test ./internal/fixprop -run TestCases -cases cases,cases2,cases3,cases4 -timeout 30m

hosts: ## nogo of rules_go and pre-commit themselves, and all drivers on all case modules; downloads, 15 minutes
	go test ./internal/drivertest -nogo -cases -timeout 60m
	go test ./cmd/budgetlint -run PreCommit -pre-commit -timeout 20m

catalog-check: ## proves each row of the catalog against the real library; downloads those
	cd internal/catalog/check && go test ./...

e2e-golangci: ## builds golangci-lint with the plugin and compares; docs/drivers.md says how long it takes
	cd plugin/e2e && go test -timeout 90m -v ./...

ecosystem: build ## lint public repositories at pinned commits and score the labels; clones them
	go run ./ecosystem checkout
	go run ./ecosystem lint -v

editors: build ## the VS Code extension: its libraries, its tests with the real server, its package
	cd editors/vscode && npm ci && BUDGETLINT=$(CURDIR)/bin/budgetlint npm test && npm run package

build:
	go build -o bin/budgetlint ./cmd/budgetlint
