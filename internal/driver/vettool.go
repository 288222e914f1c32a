package driver

import "io"

// IsVettool reports whether the go command speaks.
func IsVettool(args []string) bool { return false }

// Vettool x.
func Vettool(args []string, stdout, stderr io.Writer) int { return 2 }
