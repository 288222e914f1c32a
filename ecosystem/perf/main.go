// Perf runs commands one after another in one folder and prints what each cost, beside the first.
//
//	go run ./ecosystem/perf -C CHECKOUT -n 3 'budgetlint ./...' 'staticcheck ./...'
//
// CPU is user and system time with that of child processes (go list, the vet units); peak memory is that of the
// largest process. The smallest of n runs counts: noise only adds. "fresh:" before a command copies its first word, a
// program, to a new file with some bytes added before each run, so that go vet, which keys its cache by the tool's
// content, starts with an empty one: 'fresh:budgetlint go vet -vettool={} ./...'.
package main

import (
	"crypto/rand"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"
)

type cost struct {
	cpu, wall time.Duration
	peak      int64 // KiB
}

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "perf:", err)
		os.Exit(2)
	}
}

func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("perf", flag.ContinueOnError)
	dir := flags.String("C", ".", "folder to run in")
	n := flags.Int("n", 3, "runs of each command")
	if err := flags.Parse(args); err != nil {
		return err
	}
	best := make([]cost, flags.NArg())
	for i := range max(1, *n) { // interleaved, so that a busy minute hits all of them
		for j, command := range flags.Args() {
			c, err := measure(*dir, command)
			if err != nil {
				return fmt.Errorf("%s: %w", command, err)
			}
			if i == 0 || c.cpu < best[j].cpu {
				best[j] = c
			}
		}
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "CPU\tratio\twall\tpeak\tcommand")
	for j, c := range best {
		fmt.Fprintf(w, "%.2fs\t%.3f\t%.1fs\t%d MB\t%s\n", c.cpu.Seconds(), float64(c.cpu)/float64(best[0].cpu), c.wall.Seconds(), c.peak/1024, flags.Arg(j))
	}
	return w.Flush()
}

func measure(dir, command string) (cost, error) {
	if tool, rest, ok := strings.Cut(strings.TrimPrefix(command, "fresh:"), " "); ok && strings.HasPrefix(command, "fresh:") {
		tmp, err := os.MkdirTemp("", "perf")
		if err != nil {
			return cost{}, err
		}
		defer os.RemoveAll(tmp)
		program, err := freshCopy(tmp, tool)
		if err != nil {
			return cost{}, err
		}
		command = strings.ReplaceAll(rest, "{}", program)
	}
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir = dir
	start := time.Now()
	err := cmd.Run()
	if _, ran := err.(*exec.ExitError); err != nil && !ran { // findings exit with 1
		return cost{}, err
	}
	c := cost{cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), wall: time.Since(start)}
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		c.peak = usage.Maxrss
	}
	return c, nil
}

func freshCopy(dir, tool string) (string, error) {
	path, err := exec.LookPath(tool)
	if err != nil {
		return "", err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	salt := make([]byte, 16)
	if _, err := rand.Read(salt); err != nil {
		return "", err
	}
	copied := filepath.Join(dir, filepath.Base(path))
	return copied, os.WriteFile(copied, append(data, salt...), 0o755)
}
