// Package aws is a stub with the true signatures.
package aws

type (
	Retryer    interface{ MaxAttempts() int }
	NopRetryer struct{}
	Config     struct{ RetryMaxAttempts int }
)

func (NopRetryer) MaxAttempts() int { return 1 }
