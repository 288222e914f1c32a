package catalog

import (
	"go/types"
	"strings"
	"sync"
	"time"
)

// Retrier is a library function that runs the function it is given again when that fails.
type Retrier struct {
	Pkg, Recv, Names string // matched as in Row
	Op               int    // the argument that is run again
	Policy           int    // the argument that says how often and how long; -1: options do, or nothing
	Context          bool   // its first context parameter ends it, also while it waits
	Attempts         int    // at most so many without a word from the caller; 0: no limit
	Elapsed          time.Duration
	// Form says what kind it is: a poll asks until the answer is yes, a conflict loop repeats a short read and write of
	// one object, a transaction is run again when it was aborted.
	Form RetryForm
	// Count is the position, from 1, of the argument that is the number of attempts; 0: none is.
	Count int
	Why   string // cited: where the default is written
}

// RetryForm is why a function is run again.
type RetryForm uint8

const (
	OnError RetryForm = iota
	OnAnswer
	OnConflict
	OnAbort
)

// Knob is a function, among a retrier's options or around its policy, that sets how it ends.
type Knob struct {
	Pkg, Recv, Names string
	Sets             KnobKind
	Arg              int // the argument that holds the value
}

// KnobKind is what a Knob sets.
type KnobKind uint8

const (
	SetsAttempts KnobKind = iota + 1 // Arg is the number of attempts; 0 means no limit
	SetsRetries                      // Arg is the number of attempts less one; 0 means none but the first
	SetsElapsed                      // Arg is a duration; 0 means no limit
	SetsContext                      // Arg is a context that ends the waiting
	SetsForever                      // no limit
	SetsFifteen                      // a policy that ends after 15 minutes unless told otherwise
	SetsNothing                      // a policy or option that does not decide when it ends
)

// PolicyField is a field of a policy that limits the time it goes on.
type PolicyField struct {
	Pkg, Type, Field string
	Sets             KnobKind
}

// Retriers are the libraries whose source was read for these numbers, with the version read.
func Retriers() []Retrier {
	const quarter = 15 * time.Minute
	return []Retrier{
		// v5.0.3, v7.0.0 retry.go: DefaultMaxElapsedTime = 15 * time.Minute; select on ctx.Done() while it waits.
		{Pkg: "github.com/cenkalti/backoff/vN", Names: "Retry", Op: 1, Policy: -1, Context: true, Elapsed: quarter, Why: "backoff goes on for 15m by default"},
		// v4.3.0 retry.go: ends by its BackOff only; a context counts where backoff.WithContext is around it.
		{Pkg: "github.com/cenkalti/backoff/vN", Names: "Retry RetryWithData RetryNotify RetryNotifyWithData RetryNotifyWithTimer RetryNotifyWithTimerAndData", Op: 0, Policy: 1},
		// v4.7.0 retry.go newDefaultRetryConfig: attempts 10, delay 100ms with backoff and jitter, context.Background().
		{Pkg: "github.com/avast/retry-go/vN", Names: "Do DoWithData", Op: 0, Policy: -1, Attempts: 10, Why: "retry-go makes 10 attempts by default"},
		// v0.4.0 retry.go: ends by its Backoff, by the context, and at the first error that is not marked retryable.
		{Pkg: "github.com/sethvargo/go-retry", Names: "Do DoValue", Op: 2, Policy: 1, Context: true},
		{Pkg: "github.com/sethvargo/go-retry", Names: "Constant Exponential Fibonacci", Op: 2, Policy: -1, Context: true},
		// v1.0.0 retry.go: Do(n, f), DoSleep(n, d, f); samber/lo v1 retry.go: Attempt(n, f), AttemptWithDelay(n, d, f).
		{Pkg: "github.com/tinrab/retry", Names: "DoSleep", Op: 2, Policy: -1, Count: 1},
		{Pkg: "github.com/samber/lo", Names: "AttemptWithDelay", Op: 2, Policy: -1, Count: 1},
		{Pkg: "github.com/tinrab/retry", Names: "Forever", Op: 0, Policy: -1, Why: "it has no limit"},
		{Pkg: "github.com/tinrab/retry", Names: "ForeverSleep", Op: 1, Policy: -1, Why: "it has no limit"},
		// apimachinery v0.36 wait/poll.go, wait/backoff.go.
		{Pkg: "k8s.io/apimachinery/pkg/util/wait", Names: "PollInfinite PollImmediateInfinite", Op: 1, Policy: -1, Form: OnAnswer, Why: "it has no limit"},
		{Pkg: "k8s.io/apimachinery/pkg/util/wait", Names: "Poll PollImmediate", Op: 2, Policy: -1, Form: OnAnswer, Elapsed: quarter, Why: "its timeout"},
		{Pkg: "k8s.io/apimachinery/pkg/util/wait", Names: "ExponentialBackoff", Op: 1, Policy: -1, Form: OnAnswer, Attempts: 5, Why: "its steps"},
		{Pkg: "k8s.io/apimachinery/pkg/util/wait", Names: "PollUntilContextCancel PollUntilContextTimeout PollWithContext PollInfiniteWithContext PollImmediateWithContext PollUntilWithContext ExponentialBackoffWithContext",
			Op: -1, Policy: -1, Context: true, Form: OnAnswer},
		// client-go v0.36 retry/util.go: DefaultRetry has 5 steps of 10ms, DefaultBackoff 4.
		{Pkg: "k8s.io/client-go/util/retry", Names: "RetryOnConflict", Op: 1, Policy: -1, Form: OnConflict, Attempts: 5, Why: "retry.DefaultRetry has 5 steps"},
		{Pkg: "k8s.io/client-go/util/retry", Names: "OnError", Op: 2, Policy: -1, Form: OnConflict, Attempts: 4, Why: "retry.DefaultBackoff has 4 steps"},
		// firestore v1.29 transaction.go: DefaultTransactionMaxAttempts 5. spanner v1.96 client.go: until the context ends.
		{Pkg: "cloud.google.com/go/firestore", Recv: "Client", Names: "RunTransaction", Op: 1, Policy: -1, Context: true, Attempts: 5, Form: OnAbort, Why: "firestore makes 5 attempts by default"},
		{Pkg: "cloud.google.com/go/spanner", Recv: "Client", Names: "ReadWriteTransaction ReadWriteTransactionWithOptions", Op: 1, Policy: -1, Context: true, Form: OnAbort},
		{Pkg: "cloud.google.com/go/datastore", Recv: "Client", Names: "RunInTransaction", Op: 1, Policy: -1, Context: true, Attempts: 3, Form: OnAbort, Why: "datastore makes 3 attempts by default"},
		// cockroach-go v2 crdb/tx.go: ExecuteTx(ctx, db, opts, fn), defaultMaxRetries 50 from v2.4 on.
		{Pkg: "github.com/cockroachdb/cockroach-go/vN/crdb/...", Names: "ExecuteTx", Op: 3, Policy: -1, Context: true, Form: OnAbort},
		{Pkg: "github.com/cockroachdb/cockroach-go/vN/crdb", Names: "ExecuteTx", Op: 3, Policy: -1, Context: true, Form: OnAbort},
		// go-resiliency retrier: as many attempts as its list of pauses has entries, and one.
		{Pkg: "github.com/eapache/go-resiliency/retrier", Recv: "Retrier", Names: "RunCtx RunFn", Op: 1, Policy: -1, Context: true, Attempts: 3, Why: "its list of pauses"},
		{Pkg: "github.com/eapache/go-resiliency/retrier", Recv: "Retrier", Names: "Run", Op: 0, Policy: -1, Attempts: 3, Why: "its list of pauses"},
		// failsafe-go retrypolicy: 3 attempts by default; the executor's WithContext ends it.
		{Pkg: "github.com/failsafe-go/failsafe-go", Names: "Run Get RunWithExecution GetWithExecution", Op: 0, Policy: -1, Attempts: 3, Why: "failsafe retries 2 times by default"},
		// This module's own: Attempts below 1 is 1.
		{Pkg: "github.com/budgetlint/budgetlint/runtime/retry", Names: "Do", Op: 4, Policy: 1, Context: true},
	}
}

// Knobs are the options and policies of the Retriers.
func Knobs() []Knob {
	return []Knob{
		{Pkg: "github.com/cenkalti/backoff/vN", Names: "WithMaxTries", Sets: SetsAttempts},
		{Pkg: "github.com/cenkalti/backoff/vN", Names: "WithBackOff WithNotify", Sets: SetsNothing},
		{Pkg: "github.com/cenkalti/backoff/vN", Names: "WithContext", Sets: SetsContext, Arg: 1},
		{Pkg: "github.com/cenkalti/backoff/vN", Names: "WithMaxRetries", Sets: SetsRetries, Arg: 1},
		{Pkg: "github.com/cenkalti/backoff/vN", Names: "WithMaxElapsedTime", Sets: SetsElapsed},
		{Pkg: "github.com/cenkalti/backoff/vN", Names: "NewExponentialBackOff", Sets: SetsFifteen},
		{Pkg: "github.com/cenkalti/backoff/vN", Names: "NewConstantBackOff", Sets: SetsForever},
		{Pkg: "github.com/cenkalti/backoff/vN", Names: "WithInitialInterval WithMaxInterval WithMultiplier WithRandomizationFactor WithRetryStopDuration WithClockProvider", Sets: SetsNothing},
		{Pkg: "github.com/avast/retry-go/vN", Names: "Attempts", Sets: SetsAttempts},
		{Pkg: "github.com/avast/retry-go/vN", Names: "UntilSucceeded", Sets: SetsForever},
		{Pkg: "github.com/avast/retry-go/vN", Names: "Context", Sets: SetsContext},
		{Pkg: "github.com/avast/retry-go/vN", Names: "*", Sets: SetsNothing},
		{Pkg: "github.com/sethvargo/go-retry", Names: "WithMaxRetries", Sets: SetsRetries},
		{Pkg: "github.com/sethvargo/go-retry", Names: "WithMaxDuration", Sets: SetsElapsed},
		{Pkg: "github.com/sethvargo/go-retry", Names: "NewConstant NewExponential NewFibonacci", Sets: SetsForever},
		{Pkg: "github.com/sethvargo/go-retry", Names: "With*", Sets: SetsNothing},
	}
}

// PolicyFields are the fields that do what a Knob does.
func PolicyFields() []PolicyField {
	return []PolicyField{
		{"github.com/cenkalti/backoff/vN", "ExponentialBackOff", "MaxElapsedTime", SetsElapsed},
		{"github.com/budgetlint/budgetlint/runtime/contract", "Retry", "Attempts", SetsAttempts},
	}
}

// SelfRetry is a client that makes its calls again by itself.
type SelfRetry struct {
	Pkg, Recv, Names string // the calls, matched as in Row
	Attempts         int    // calls at most, the first included, as the client comes; 0: only where a Setting says so
	Why              string // cited
	Family           string // ties calls to Settings
}

// Setting is a field or function by which a Family's attempts are changed.
type Setting struct {
	Family string
	Pkg    string // of the field's struct, or of the function
	Name   string // the field's, the function's or the type's name
	// Sets tells what its value means: SetsAttempts or SetsRetries; SetsForever stands for "off" where the name alone
	// says it (aws.NopRetryer).
	Sets KnobKind
	// ZeroIsDefault: 0 leaves the default in force; -1 switches retries off.
	ZeroIsDefault bool
}

// SelfRetries are the clients whose source was read for these numbers.
func SelfRetries() []SelfRetry {
	return []SelfRetry{
		// go-retryablehttp v0.7.8 client.go: defaultRetryMax = 4, after the first.
		{Pkg: "github.com/hashicorp/go-retryablehttp", Recv: "Client", Names: "Do Get Head Post PostForm", Attempts: 5, Family: "retryablehttp", Why: "retryablehttp makes 5 attempts by default"},
		// aws-sdk-go-v2 aws/retry/standard.go: DefaultMaxAttempts = 3.
		{Pkg: "github.com/aws/aws-sdk-go-v2/service/...", Recv: "Client", Names: "*", Attempts: 3, Family: "aws", Why: "the AWS SDK makes 3 attempts by default"},
		// go-redis v9 options.go: MaxRetries 3, after the first; -1 is off.
		{Pkg: "github.com/redis/go-redis/vN", Recv: "*", Names: "*", Attempts: 4, Family: "redis", Why: "go-redis makes 4 attempts by default"},
		{Pkg: "github.com/go-redis/redis/vN", Recv: "*", Names: "*", Attempts: 4, Family: "redis", Why: "go-redis makes 4 attempts by default"},
		// go-elasticsearch v7, v8: MaxRetries 3 on 502, 503, 504, after the first.
		{Pkg: "github.com/elastic/go-elasticsearch/vN/...", Recv: "*", Names: "*", Attempts: 4, Family: "elastic", Why: "go-elasticsearch makes 4 attempts by default"},
		// azcore runtime/policy_retry.go: defaultMaxRetries = 3, after the first.
		{Pkg: "github.com/Azure/azure-sdk-for-go/sdk/...", Recv: "*Client", Names: "*", Attempts: 4, Family: "azure", Why: "the Azure SDK makes 4 attempts by default"},
		// kafka-go v0.4 writer.go: MaxAttempts 10.
		{Pkg: "github.com/segmentio/kafka-go", Recv: "Writer", Names: "WriteMessages", Attempts: 10, Family: "kafka-go", Why: "kafka-go's Writer makes 10 attempts by default"},
		// sarama config.go: Producer.Retry.Max = 3, after the first.
		{Pkg: "github.com/IBM/sarama", Recv: "SyncProducer syncProducer", Names: "SendMessage SendMessages", Attempts: 4, Family: "sarama", Why: "sarama makes 4 attempts by default"},
		// minio-go v7 retry.go: MaxRetry = 10.
		{Pkg: "github.com/minio/minio-go/vN", Recv: "Client", Names: "*", Attempts: 10, Family: "minio", Why: "minio-go makes 10 attempts by default"},
		// mongo-driver options: RetryReads and RetryWrites are on, and retry once.
		{Pkg: "go.mongodb.org/mongo-driver/vN/mongo", Recv: "Collection", Names: "*", Attempts: 2, Family: "mongo", Why: "the MongoDB driver retries once by default"},
		// resty v2 client.go: none until SetRetryCount(n), after the first.
		{Pkg: "github.com/go-resty/resty/vN", Recv: "Request", Names: "*", Family: "resty", Why: "SetRetryCount"},
	}
}

// Settings change how often a client of a family tries.
func Settings() []Setting {
	return []Setting{
		{"retryablehttp", "github.com/hashicorp/go-retryablehttp", "RetryMax", SetsRetries, false},
		{"retryablehttp", "github.com/hashicorp/go-retryablehttp", "CheckRetry", SetsForever, false},
		{"aws", "github.com/aws/aws-sdk-go-v2/aws", "NopRetryer", SetsForever, false},
		{"aws", "github.com/aws/aws-sdk-go-v2/...", "RetryMaxAttempts", SetsAttempts, false},
		{"aws", "github.com/aws/aws-sdk-go-v2/config", "WithRetryMaxAttempts", SetsAttempts, false},
		{"aws", "github.com/aws/aws-sdk-go-v2/...", "MaxAttempts", SetsAttempts, false},
		{"aws", "github.com/aws/aws-sdk-go-v2/aws/retry", "AddWithMaxAttempts", SetsForever, false},
		{"redis", "github.com/redis/go-redis/vN", "MaxRetries", SetsRetries, true},
		{"redis", "github.com/go-redis/redis/vN", "MaxRetries", SetsRetries, true},
		{"elastic", "github.com/elastic/...", "MaxRetries", SetsRetries, true},
		{"elastic", "github.com/elastic/...", "DisableRetry", SetsForever, false},
		{"azure", "github.com/Azure/azure-sdk-for-go/sdk/azcore/...", "MaxRetries", SetsRetries, true},
		{"kafka-go", "github.com/segmentio/kafka-go", "MaxAttempts", SetsAttempts, true},
		{"minio", "github.com/minio/minio-go/vN", "MaxRetries", SetsAttempts, true},
		{"mongo", "go.mongodb.org/mongo-driver/vN/mongo/options", "SetRetryWrites", SetsForever, false},
		{"mongo", "go.mongodb.org/mongo-driver/vN/mongo/options", "SetRetryReads", SetsForever, false},
		{"grpc", "github.com/grpc-ecosystem/go-grpc-middleware/...", "WithMax", SetsAttempts, false},
		{"resty", "github.com/go-resty/resty/vN", "SetRetryCount", SetsRetries, false},
		{"resty", "github.com/go-resty/resty/vN", "RetryCount", SetsRetries, false},
	}
}

type retryTable struct {
	retriers *index[Retrier]
	knobs    *index[Knob]
	clients  *index[SelfRetry]
}

var retries = sync.OnceValue(func() *retryTable {
	return &retryTable{
		retriers: newIndex(Retriers(), func(r *Retrier) pattern {
			p := pattern{pkg: r.Pkg, recv: r.Recv, names: r.Names}
			if r.Context { // other versions have the same name without one
				p.need = func(sig *types.Signature) bool { return ContextParam(sig) == 0 }
			}
			return p
		}),
		knobs:   newIndex(Knobs(), func(k *Knob) pattern { return pattern{pkg: k.Pkg, recv: k.Recv, names: k.Names} }),
		clients: newIndex(SelfRetries(), func(s *SelfRetry) pattern { return pattern{pkg: s.Pkg, recv: s.Recv, names: s.Names} }),
	}
})

// RetrierOf says whether fn is a library function that repeats what it is given.
func RetrierOf(fn *types.Func) (Retrier, bool) {
	if s, ok := subjectOf(fn); ok {
		if r := retries().retriers.find(s); r != nil {
			return *r, true
		}
	}
	return Retrier{}, false
}

// KnobOf says what fn, an option or a policy of a retrier, sets.
func KnobOf(fn *types.Func) (Knob, bool) {
	if s, ok := subjectOf(fn); ok {
		if k := retries().knobs.find(s); k != nil {
			return *k, true
		}
	}
	return Knob{}, false
}

// SelfRetryOf says whether fn is a call that its client makes again by itself.
func SelfRetryOf(fn *types.Func) (SelfRetry, bool) {
	if s, ok := subjectOf(fn); ok {
		if r := retries().clients.find(s); r != nil {
			return *r, true
		}
	}
	return SelfRetry{}, false
}

var settingsByName = sync.OnceValue(func() map[string][]Setting {
	byName := map[string][]Setting{}
	for _, s := range Settings() {
		byName[s.Name] = append(byName[s.Name], s)
	}
	return byName
})

// SettingOf says which setting the field, function or type called name of a package is.
func SettingOf(pkg, name string) (Setting, bool) {
	rows := settingsByName()[name]
	if len(rows) == 0 {
		return Setting{}, false
	}
	pkg = Unvendored(pkg)
	for _, s := range rows {
		if covers(s.Pkg, pkg) {
			return s, true
		}
	}
	return Setting{}, false
}

// PolicyFieldOf says what the field of a policy's struct sets.
func PolicyFieldOf(pkg, typ, field string) (PolicyField, bool) {
	pkg = Unvendored(pkg)
	for _, f := range PolicyFields() {
		if f.Type == typ && f.Field == field && covers(f.Pkg, pkg) {
			return f, true
		}
	}
	return PolicyField{}, false
}

// covers: the import path is the one written, or lies below it; major versions aside where /vN is written.
func covers(pattern, path string) bool {
	pattern, below := strings.CutSuffix(pattern, "/...")
	if strings.Contains(pattern+"/", "/vN/") {
		path, pattern = withoutMajor(path), withoutMajor(pattern)
	}
	return path == pattern || below && strings.HasPrefix(path, pattern+"/")
}
