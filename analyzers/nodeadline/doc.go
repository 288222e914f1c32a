// Package nodeadline is documented below.
package nodeadline

import _ "embed"

//go:embed doc.go
var Doc string
