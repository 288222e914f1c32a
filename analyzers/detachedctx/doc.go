// Package detachedctx is documented below.
package detachedctx

import _ "embed"

//go:embed doc.go
var Doc string
