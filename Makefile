.PHONY: editors check test update rule bench cases catalog-check ecosystem build

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

catalog-check: ## proves each row of the catalog against the real library; downloads those
	cd internal/catalog/check && go test ./...

ecosystem: build ## lint public repositories at pinned commits and score the labels; clones them
	go run ./ecosystem checkout
	go run ./ecosystem lint -v

editors: build ## the VS Code extension: its libraries, its tests with the real server, its package
	cd editors/vscode && npm ci && BUDGETLINT=$(CURDIR)/bin/budgetlint npm test && npm run package

build:
	go build -o bin/budgetlint ./cmd/budgetlint
