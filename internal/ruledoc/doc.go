// Package ruledoc turns what a rule says about itself into its pages: the text of `budgetlint explain`, the Markdown
// under docs/rules, and the tables in README.md and AGENTS.md. It leaves out whether any of it is true; the promises
// in analyzers/rules_test.go hold that.
//
// A rule says it once, in the package comment of its doc.go:
//
//	// Package nodeadline reports downstream calls that nothing bounds in time. What it leaves out.
//	//
//	// # Analyzer nodeadline
//	//
//	// nodeadline: calls that nothing bounds in time
//	//
//	// What goes wrong in production.
//	//
//	// # Not reported
//	//
//	// …
//	//
//	// # Fix
//	//
//	// …
//
// Further sections may stand between those two. The heading "Analyzer NAME" is what the go command's own documentation
// tools look for; it is left out of pages.
package ruledoc
