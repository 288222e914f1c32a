// Package retrystack reports retries around calls that are retried already.
//
// # Analyzer retrystack
//
// retrystack: a retry around something that already retries
//
// Attempts multiply. Four attempts around a client that makes three of its own are twelve calls, each with its own timeout,
// against a downstream that is in trouble; and the inner pauses are spent out of a time that the outer loop does not see.
//
//	for i := 0; i < 4; i++ {                            // 4 ×
//		out, err := s3.GetObject(ctx, in)               // the AWS SDK makes 3 attempts by default
//		if err == nil { return out, nil }
//	}
//	retry.Do(func() error { return api.Load(ctx) })     // 10 ×, and Load has a loop of its own
//
// Clients that retry by themselves: retryablehttp, the AWS and Azure SDKs, go-redis, go-elasticsearch, kafka-go's Writer,
// sarama, minio-go, and resty once SetRetryCount is called. Functions of the module that repeat a call, or that repeat what
// they are given, are known across packages.
//
// # Not reported
//
// Clients whose own retries are switched off (aws.NopRetryer, RetryMaxAttempts: 1, RetryMax = 0, MaxRetries: -1) or set to a
// number that is not constant, in the package or in one that it imports directly: which client got the setting is not
// followed. Loops that repeat because of one special error, such as a conflict, since no client retries that. Polls, and
// transactions that are run again.
//
// # Fix
//
// Let one layer retry, the one that knows the time left: switch the client's retries off and keep the loop, or drop the
// loop and set the client's. retry.Do(ctx, policy, call) of the runtime shares one budget between its attempts.
package retrystack

import _ "embed"

// Doc is this file.
//
//go:embed doc.go
var Doc string
