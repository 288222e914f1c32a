// Command bench measures what the runtime costs beside its peers, in one run, and prints one table: CPU time, memory, the
// ratio to the least that the same work can cost, and whether the project's goals are met. It says nothing about what the
// libraries do differently; package conform does.
//
//	go run . [-run REGEXP] [-count N] [-time D]
//
// The exit code is 0 if every goal is met, 1 if one is missed, and 2 if it could not be measured.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"time"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, out, log io.Writer) int {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(log)
	only := flags.String("run", "", "measure only the paths whose names match")
	count := flags.Int("count", 101, "rounds; the table shows the median")
	long := flags.Duration("time", 3*time.Millisecond, "how long one library runs in one round")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	re, err := regexp.Compile(*only)
	if err != nil || *count < 1 || *long <= 0 {
		fmt.Fprintf(log, "bench: -run wants a regular expression, -count and -time more than zero (%v)\n", err)
		return 2
	}
	paths, release := paths()
	defer release()
	var all []row
	for _, p := range paths {
		if !re.MatchString(p.name) {
			continue
		}
		fmt.Fprintf(log, "measuring: %s\n", p.name)
		samples, err := measure(p, *count, *long)
		if err != nil {
			fmt.Fprintf(log, "bench: %v\n", err)
			return 2
		}
		all = append(all, rows(p, samples)...)
	}
	if len(all) == 0 {
		fmt.Fprintf(log, "bench: no path matches %q\n", *only)
		return 2
	}
	if err := print(out, all); err != nil {
		fmt.Fprintf(log, "bench: %v\n", err)
		return 2
	}
	code := 0
	for _, r := range all {
		if r.missed {
			code = 1
		}
	}
	return code
}
