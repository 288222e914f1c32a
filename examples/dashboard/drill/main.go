// Command drill puts both versions of the dashboard into trouble, with real processes, sockets and clocks, and says what
// became of their pages.
//
//	go run ./examples/dashboard/drill
//	go run ./examples/dashboard/drill -scenario slow,failing -html drill.html
//
// It starts before and after, each behind five servers of its own on loopback, and checks for each scenario what the
// contract promises. The exit code is 0 if all of it holds, 1 if something does not, 2 if the drill could not be run. A
// run of all scenarios takes half a minute, most of it the breaker's open period.
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/budgetlint/budgetlint/examples/dashboard/drill/report"
	"github.com/budgetlint/budgetlint/runtime/contract"
	"github.com/budgetlint/budgetlint/runtime/pool"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

type options struct {
	only      string
	asJSON    bool
	html, svg string
	open      time.Duration
}

func run(ctx context.Context, args []string, stdout io.Writer, stderr *os.File) int {
	var o options
	flags := flag.NewFlagSet("drill", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&o.only, "scenario", "", "play only these `names`, separated by commas: "+names())
	flags.BoolVar(&o.asJSON, "json", false, "print the report as JSON instead of a table")
	flags.StringVar(&o.html, "html", "", "write a page with a picture of each scenario to `file`")
	flags.StringVar(&o.svg, "svg", "", "write each picture as a file into `folder`")
	flags.DurationVar(&o.open, "open", 0, "shorten the breaker's open period to `d`, in whole milliseconds; 0 keeps the contract's")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return 0
	} else if err != nil {
		return 2
	}
	if flags.NArg() > 0 {
		fmt.Fprintf(stderr, "drill: it takes no %q: scenarios are named by -scenario\n", flags.Arg(0))
		return 2
	}
	r, err := drillAs(ctx, o, stderr)
	if err == nil {
		err = publish(r, o, stdout)
	}
	if err != nil {
		fmt.Fprintln(stderr, "drill:", err)
		return 2
	}
	if failed, _ := r.Failed(); failed > 0 {
		return 1
	}
	return 0
}

func names() string {
	var all []string
	for _, sc := range scenarios() {
		all = append(all, sc.name)
	}
	return strings.Join(all, ", ")
}

// chosen returns the scenarios that only names, all for "".
func chosen(only string) ([]scenario, error) {
	all := scenarios()
	if only == "" {
		return all, nil
	}
	var some []scenario
	for name := range strings.SplitSeq(only, ",") {
		i := slices.IndexFunc(all, func(sc scenario) bool { return sc.name == strings.TrimSpace(name) })
		if i < 0 {
			return nil, fmt.Errorf("there is no scenario %q; there are %s", name, names())
		}
		some = append(some, all[i])
	}
	return some, nil
}

func publish(r *report.Report, o options, stdout io.Writer) error {
	if o.html != "" {
		page, err := report.HTML(r)
		if err != nil {
			return err
		}
		if err := os.WriteFile(o.html, page, 0o644); err != nil {
			return err
		}
	}
	if o.svg != "" {
		for i := range r.Scenarios {
			for name, picture := range report.SVG(r, &r.Scenarios[i]) {
				if err := os.WriteFile(filepath.Join(o.svg, name+".svg"), picture, 0o644); err != nil {
					return err
				}
			}
		}
	}
	if o.asJSON {
		e := json.NewEncoder(stdout)
		e.SetIndent("", "  ")
		return e.Encode(r)
	}
	return report.Text(stdout, r)
}

// A drill is one run.
type drill struct {
	bin      *binaries
	contract string // a file for after, "" for its own
	few      bool   // see act
	progress *progress
	report   *report.Report
}

func drillAs(ctx context.Context, o options, terminal *os.File) (*report.Report, error) {
	plays, err := chosen(o.only)
	if err != nil {
		return nil, err
	}
	for _, dir := range []string{filepath.Dir(o.html), cmp.Or(o.svg, ".")} { // said now, and not after half a minute
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			return nil, fmt.Errorf("%s is no folder to write into", dir)
		}
	}
	if o.open < 0 || o.open%time.Millisecond != 0 {
		return nil, fmt.Errorf("-open %v is not a number of whole milliseconds", o.open)
	}
	dir, err := os.MkdirTemp("", "drill-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	d := &drill{progress: newProgress(terminal), report: &report.Report{}}
	defer d.progress.clear()
	d.progress.say("go", "building both dashboards")
	if d.bin, err = build(ctx, dir); err != nil {
		return nil, err
	}
	d.progress.forget("go")
	if err := d.agree(ctx, o.open); err != nil {
		return nil, err
	}
	return d.play(ctx, plays)
}

// agree reads what after has to keep to.
func (d *drill) agree(ctx context.Context, open time.Duration) error {
	data, err := d.bin.contract(ctx)
	if err != nil {
		return err
	}
	c, err := contract.Parse("budget.json", data)
	if err != nil {
		return err
	}
	a := c.Aggregator("")
	if a == nil || a.Breaker == nil {
		return fmt.Errorf("the contract of after has no breaker for its one aggregator")
	}
	given := a.Breaker.OpenDuration
	d.report.Contract = report.Contract{Total: report.In(a.TotalBudget), Margin: report.In(a.SafetyMargin), Open: report.In(given)}
	if open != 0 && open != given {
		if d.contract, err = d.bin.shorten(data, int(given.Milliseconds()), int(open.Milliseconds())); err != nil {
			return err
		}
		d.report.Contract.Open, d.report.Contract.Given = report.In(open), report.In(given)
	}
	return nil
}

// play plays those first that want to be alone, and the others beside each other: they wait most of the time.
func (d *drill) play(ctx context.Context, plays []scenario) (*report.Report, error) {
	start := time.Now()
	results := make([]*report.Scenario, len(plays))
	var beside []int
	for i := range plays {
		if !plays[i].alone {
			beside = append(beside, i)
			continue
		}
		var err error
		if results[i], err = plays[i].play(ctx, d); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(beside, func(a, b int) int { return cmp.Compare(plays[b].usual, plays[a].usual) })
	err := pool.Each(ctx, beside, 3, func(ctx context.Context, i int) (err error) {
		results[i], err = plays[i].play(ctx, d)
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, r := range results {
		d.report.Scenarios = append(d.report.Scenarios, *r)
	}
	d.report.Took = report.In(time.Since(start))
	return d.report, nil
}
