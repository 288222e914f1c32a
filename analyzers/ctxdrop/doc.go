// Package ctxdrop is documented below.
package ctxdrop

import _ "embed"

//go:embed doc.go
var Doc string
