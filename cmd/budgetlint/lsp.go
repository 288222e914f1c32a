package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"runtime/debug"

	"github.com/budgetlint/budgetlint/internal/lsp"
)

// serve is the language server on standard input and output.
func serve(ctx context.Context, c *command, args []string, stdout, stderr io.Writer) (int, error) {
	fs := c.flags(stdout, stderr)
	file := fs.String("log", "", "write the log to `FILE` (added to) instead of standard error")
	verbose := fs.Bool("v", false, "log every round of analysis too")
	fs.Bool("stdio", true, "ignored: some editors pass it")
	if args, err := parse(fs, args); err != nil || len(args) > 0 {
		return 0, orUnexpected(err, args)
	}
	if *file != "" {
		f, err := os.OpenFile(*file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
		if err != nil {
			return 0, fmt.Errorf("-log: %w", err)
		}
		defer f.Close() // every line is written when it is logged
		stderr = f
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200) // what main sets is for a process that ends soon
	}
	options := &slog.HandlerOptions{Level: slog.LevelInfo}
	if *verbose {
		options.Level = slog.LevelDebug
	}
	log := slog.New(slog.NewTextHandler(stderr, options))
	err := lsp.Serve(ctx, os.Stdin, stdout, lsp.Options{Log: log, Version: programVersion()})
	if errors.Is(err, lsp.ErrNoShutdown) {
		log.Warn(err.Error())
		return exitFindings, nil // the protocol's code for this is 1
	}
	return exitClean, err
}
