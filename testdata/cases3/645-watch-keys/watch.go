package watch

import (
	"context"

	clientv3 "go.etcd.io/etcd/client/v3"
)

func Keys(cli *clientv3.Client, prefix string, f func(key, value string)) {
	for resp := range cli.Watch(context.Background(), prefix, clientv3.WithPrefix()) {
		for _, e := range resp.Events {
			f(string(e.Kv.Key), string(e.Kv.Value))
		}
	}
}
