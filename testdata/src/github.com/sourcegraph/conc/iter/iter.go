// Package iter is a stub of the library of that path.
package iter

// MapErr applies a function to each element.
func MapErr[T, R any](input []T, f func(*T) (R, error)) ([]R, error) { return nil, nil }
