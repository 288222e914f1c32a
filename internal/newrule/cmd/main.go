// Command newrule starts a rule in the module of the working folder: make rule NAME=slowpoke.
package main

import (
	"fmt"
	"os"

	"github.com/budgetlint/budgetlint/internal/newrule"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: make rule NAME=slowpoke")
		os.Exit(2)
	}
	written, err := newrule.Write(".", os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, "newrule:", err)
		os.Exit(2)
	}
	for _, file := range written {
		fmt.Println(file)
	}
	fmt.Println("next: go test ./analyzers/... says what the rule still owes")
}
