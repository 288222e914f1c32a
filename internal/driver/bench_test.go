package driver

import (
	"context"
	"flag"
	"testing"
)

var benchDir = flag.String("dir", "../..", "module that BenchmarkRun lints")

// BenchmarkRun lints a whole module, as the command does: go test ./internal/driver -run - -bench Run -dir CHECKOUT
// -cpuprofile cpu.out.
func BenchmarkRun(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Run(context.Background(), Options{Dir: *benchDir, Patterns: []string{"./..."}}); err != nil {
			b.Fatal(err)
		}
	}
}
