// Package console stands in for the packages that print in colour.
package console

// Println prints.
var Println = func(data ...any) {}
