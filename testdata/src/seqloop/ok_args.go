package seqloop

import (
	"context"
	"flag"
	"os"

	"github.com/spf13/cobra"
)

// A command line is short.

func (s *Shop) ofOS(ctx context.Context) (all []int) {
	for _, id := range os.Args[1:] {
		n, _ := s.cents(ctx, id)
		all = append(all, n)
	}
	return all
}

func (s *Shop) ofFlags(ctx context.Context) (all []int) {
	ids := flag.Args()
	for i := 0; i < len(ids); i++ {
		n, _ := s.cents(ctx, ids[i])
		all = append(all, n)
	}
	return all
}

func (s *Shop) ofSet(ctx context.Context, fs *flag.FlagSet) (all []int) {
	for _, id := range fs.Args() {
		n, _ := s.cents(ctx, id)
		all = append(all, n)
	}
	return all
}

func (s *Shop) ofCobra(cmd *cobra.Command, words []string) (all []int) {
	for _, id := range words {
		n, _ := s.cents(context.Background(), id)
		all = append(all, n)
	}
	return all
}

type options struct{ args []string }

func (s *Shop) ofOptions(ctx context.Context, o options) (all []int) {
	for i := range o.args {
		n, _ := s.cents(ctx, o.args[i])
		all = append(all, n)
	}
	return all
}

// The arguments of anything else may be many.
func (s *Shop) ofQuery(ctx context.Context, args map[string]string) (all []int) {
	for _, id := range args {
		n, _ := s.cents(ctx, id) // want `once for each of args`
		all = append(all, n)
	}
	return all
}
