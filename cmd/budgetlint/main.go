// Budgetlint finds calls that can spend a request's time without limit. It is the standalone command and, told apart by
// its arguments, the tool behind go vet -vettool and go fix -fixtool.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/budgetlint/budgetlint/internal/driver"
)

// Exit codes of the standalone command.
const (
	exitClean    = 0
	exitFindings = 1
	exitTrouble  = 2 // usage, loading or configuration
)

// A command is one subcommand. Its run returns the exit code, or an error, which means exitTrouble.
type command struct {
	name, args, summary string
	run                 func(ctx context.Context, c *command, args []string, stdout, stderr io.Writer) (int, error)
}

func commands() []*command {
	return []*command{
		{"check", "[flags] [packages]", "report findings in packages (the default command)", check},
		{"contract", "[-check | -write] [-file FILE] [packages]", "draft the contract from the code, or compare the two", draftContract},
		{"learn", "[-packages LIST] FILE...", "say from traces or records what the downstreams take, and what would save most", learnFrom},
		{"plan", "[flags] [packages]", "show what each entry point calls, in which order, and how long it may take", plan},
		{"baseline", "[flags] [packages]", "write down the findings that are there, so that only further ones are reported", baseline},
		{"init", "[-yes] [-C DIR]", "set a module up: its configuration, AGENTS.md and golangci-lint, each only after showing it", initialize},
		{"explain", "RULE", "say what a rule reports, what it leaves out, and how to repair it", explain},
		{"rules", "", "list the rules with their severities", rules},
		{"config", "[-config FILE] [-C DIR]", "print the effective configuration and where each value came from", configuration},
		{"lsp", "[-log FILE]", "serve an editor: the language server protocol on standard input and output", serve},
		{"version", "", "print the version", version},
		{"help", "", "print this text", help},
	}
}

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400) // nearly all that is allocated lives until the end: a quarter less CPU, hardly more memory
	}
	if driver.IsVettool(os.Args[1:]) {
		os.Exit(driver.Vettool(os.Args[1:], os.Stdout, os.Stderr))
	}
	// SIGTERM is what a CI job that runs out of time gets: without it the go list underneath would go on alone.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	list := commands()
	c := list[0]
	if len(args) > 0 {
		if args[0] == "-h" || args[0] == "-help" || args[0] == "--help" {
			args[0] = "help"
		}
		for _, other := range list {
			if other.name == args[0] {
				c, args = other, args[1:]
				break
			}
		}
	}
	code, err := c.run(ctx, c, args, stdout, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return exitClean
	}
	if err != nil {
		if ctx.Err() != nil {
			err = errors.New("interrupted")
		}
		fmt.Fprintf(stderr, "budgetlint: %v\n", err)
		return exitTrouble
	}
	return code
}
