.PHONY: check test update rule bench cases catalog-check ecosystem build hosts

check: ## everything that CI runs
	.ci/run

test:
	go test ./...

update: ## rewrite golden files, docs/rules and the tables in README.md and AGENTS.md; read the diff afterwards
	go test ./analyzers/... -update

rule: ## make rule NAME=slowpoke
	go run ./internal/newrule/cmd $(NAME)
	go test ./analyzers -run TestGenerated -update

bench:
	go test -run '^$$' -bench . -benchmem ./...

cases: ## recall and look-alikes on both case modules; downloads their libraries
	go test ./ecosystem/cases -run TestCaseModules -cases cases,cases2,cases3 -timeout 30m -v
	go test ./internal/fixprop -run TestCases -cases cases,cases2,cases3 -timeout 30m

hosts: ## nogo of rules_go and pre-commit themselves, and all drivers on all case modules; downloads, 15 minutes
	go test ./internal/drivertest -nogo -cases -timeout 60m
	go test ./cmd/budgetlint -run PreCommit -pre-commit -timeout 20m

catalog-check: ## proves each row of the catalog against the real library; downloads those
	cd internal/catalog/check && go test ./...

ecosystem: build ## lint public repositories at pinned commits and score the labels; clones them
	go run ./ecosystem checkout
	go run ./ecosystem lint -v

build:
	go build -o bin/budgetlint ./cmd/budgetlint
