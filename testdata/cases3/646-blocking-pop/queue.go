package queue

import (
	"context"
	"log"

	"github.com/redis/go-redis/v9"
)

func Work(rdb *redis.Client, handle func(string)) {
	for {
		v, err := rdb.BLPop(context.Background(), 0, "jobs").Result()
		if err != nil {
			log.Print(err)
			return
		}
		handle(v[1])
	}
}

func Listen(rdb *redis.Client, handle func(string)) {
	sub := rdb.Subscribe(context.Background(), "news")
	defer sub.Close()
	for m := range sub.Channel() {
		handle(m.Payload)
	}
}
