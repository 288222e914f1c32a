// Package directive reports //budgetlint: comments that do not do what their author meant.
//
// # Analyzer directive
//
// directive: malformed, unexplained or unused //budgetlint: directives
//
// A directive is read by a machine and trusted by people: an ignore that is misspelt hides nothing, one without a
// reason cannot be reviewed, and one that silences nothing any more will silence the next fault on its line. An entry
// or downstream directive with a wrong duration leaves a budget unchecked. The <why> that an editor's quick fix puts in
// the place of the reason counts as none.
//
//	//budgetlint:ignore nodeadline the socket is closed by the reaper after 5s
//	resp, err := client.Get(url)
//
// # Not reported
//
// An ignore that names a rule which did not run (switched off, or left out by -rules) is never called unused. Test
// files and generated files are not looked at unless their findings are asked for.
//
// # Fix
//
// Correct the directive, give the reason, or delete it.
package directive

import _ "embed"

// Doc is this file.
//
//go:embed doc.go
var Doc string
