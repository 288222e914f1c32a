package redisbudget

import (
	"strings"

	"github.com/redis/go-redis/v9"
)

// blocks says whether cmd waits for something to happen rather than for its answer.
func blocks(cmd redis.Cmder) bool {
	switch cmd.Name() { // in lower case
	case "blpop", "brpop", "brpoplpush", "blmove", "blmovem", "blmpop", "bzpopmin", "bzpopmax", "bzmpop", "wait", "waitaof":
		return true
	case "xread":
		return hasBlock(cmd.Args(), 1)
	case "xreadgroup":
		return hasBlock(cmd.Args(), 4) // after GROUP and two names, which may be any words
	case "ts.read":
		return hasBlock(cmd.Args(), 3) // after a key and a time
	}
	return false
}

// hasBlock looks for BLOCK among the options, which begin at from and end before STREAMS.
func hasBlock(args []any, from int) bool {
	if len(args) < from {
		return false
	}
	for _, arg := range args[from:] {
		var word string
		switch arg := arg.(type) {
		case string:
			word = arg
		case []byte:
			word = string(arg)
		}
		switch strings.ToLower(word) {
		case "block":
			return true
		case "streams":
			return false
		}
	}
	return false
}
