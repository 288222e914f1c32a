package redisbudget_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	redisbudget "github.com/budgetlint/budgetlint/runtime/adapters/redis"
	"github.com/budgetlint/budgetlint/runtime/contract"
	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/downstreamtest"
)

const ms = time.Millisecond

// script is a server of Redis that says what the test wants it to, in memory, where the clock of a bubble holds.
type script struct {
	// reply returns what comes back for one command, in the protocol's spelling, such as "$-1"; after waiting, if it
	// likes. "" is no reply: the connection stays silent.
	reply func(command string) string

	mu   sync.Mutex
	seen []string
}

// dial makes connections to s, which end with the test's context.
func (s *script) dial(ctx context.Context) func(context.Context, string, string) (net.Conn, error) {
	return func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		context.AfterFunc(ctx, func() { server.Close() })
		go s.serve(server)
		return client, nil
	}
}

func (s *script) serve(conn net.Conn) {
	defer conn.Close()
	in := bufio.NewReader(conn)
	replies := make(chan string, 100) // a pipeline is written whole before it is read
	defer close(replies)
	go func() {
		for r := range replies {
			if _, err := io.WriteString(conn, r+"\r\n"); err != nil {
				return
			}
		}
	}()
	for {
		words, err := readCommand(in)
		if err != nil {
			return
		}
		command := strings.ToLower(words[0])
		if len(words) > 1 {
			command += " " + words[1]
		}
		s.mu.Lock()
		s.seen = append(s.seen, command)
		s.mu.Unlock()
		r := "-ERR unknown command"
		switch words[0] {
		case "hello", "client":
		default:
			r = s.reply(command)
		}
		if r == "" {
			io.Copy(io.Discard, in)
			return
		}
		replies <- r
	}
}

func readCommand(in *bufio.Reader) (words []string, err error) {
	n, err := readInt(in, '*')
	for range n {
		size, err := readInt(in, '$')
		if err != nil {
			return nil, err
		}
		word := make([]byte, size+2)
		if _, err := io.ReadFull(in, word); err != nil {
			return nil, err
		}
		words = append(words, string(word[:size]))
	}
	return words, err
}

func readInt(in *bufio.Reader, kind byte) (int, error) {
	line, err := in.ReadString('\n')
	if err != nil {
		return 0, err
	}
	if line[0] != kind {
		return 0, fmt.Errorf("%q where a %c was due", line, kind)
	}
	return strconv.Atoi(strings.TrimSpace(line[1:]))
}

// sent returns the commands that arrived, and how many more were those of handshakes.
func (s *script) sent() (commands []string, handshakes int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.seen {
		if strings.HasPrefix(c, "hello ") || strings.HasPrefix(c, "client ") {
			handshakes++
		} else {
			commands = append(commands, c)
		}
	}
	return commands, handshakes
}

// connect returns a client of s whose commands go through d.
func connect(t *testing.T, s *script, d *downstream.Downstream) *redis.Client {
	t.Helper()
	// No name for a host: go-redis would look it up, whoever dials.
	rdb := redis.NewClient(&redis.Options{Addr: "127.0.0.1:6379", ContextTimeoutEnabled: true, MaxRetries: -1, PoolSize: 2,
		Dialer: s.dial(t.Context())})
	t.Cleanup(func() { rdb.Close() })
	if err := redisbudget.Attach(rdb, d); err != nil {
		t.Fatal(err)
	}
	return rdb
}

var window = contract.Breaker{MinimumRequests: 1000, OpenDuration: 10 * time.Second, HalfOpenProbeCount: 1}

// cache is a downstream with all that may hold something, and its records.
func cache(change func(*downstream.Config)) (*downstream.Downstream, *downstreamtest.Records) {
	var records downstreamtest.Records
	c := downstream.Config{Timeout: 200 * ms, MaxConcurrent: 1, Breaker: &window, Classify: redisbudget.Classify, Observer: &records}
	if change != nil {
		change(&c)
	}
	return downstream.New("cache", c), &records
}

// counts is what the breaker counted: successes and failures.
func counts(d *downstream.Downstream) [2]int {
	s := d.Snapshot().Breaker
	return [2]int{s.Successes, s.Failures}
}

func within(t *testing.T, d time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), d)
	t.Cleanup(cancel)
	return ctx
}
