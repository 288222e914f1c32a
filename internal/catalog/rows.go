package catalog

import "slices"

// Rows gives every sink row, in the order in which they are tried: literal rows first, shapes of any package last.
func Rows() []Row {
	return slices.Concat(
		httpRows, httpClientRows, netRows, sqlRows, grpcRows, frameworkRows,
		redisRows, moved(redisRows, goRedis, goRedisOld), mongoRows, searchRows, smallRows,
		awsRows, gcpRows, azureRows, k8sRows, etcdRows,
		kafkaRows, moved(kafkaRows, sarama, saramaOld), natsRows,
		forgeRows, saasRows, vcsRows, apiRows,
		shapeRows,
	)
}

// FuncTypes gives every function type whose values are sinks.
func FuncTypes() []FuncType { return searchTypes }

// Derivers gives every function known to make a context out of another.
func Derivers() []Deriver { return slices.Concat(contextDerivers, runtimeDerivers, traceDerivers) }

// Sources gives every type known to hold the context of the request being served.
func Sources() []Source { return requestSources }

// Makers gives every function known to return a client whose limit is known.
func Makers() []Maker { return slices.Concat(httpMakers, httpClientMakers, frameworkMakers, rpcMakers) }

// Setters gives every method or option known to set a limit or attach a context.
func Setters() []Setter {
	return slices.Concat(httpSetters, httpClientSetters, frameworkSetters, sqlSetters, mongoSetters, searchSetters,
		awsSetters, gcpSetters, etcdSetters, natsSetters, forgeSetters, saasSetters, smallSetters, vcsSetters)
}
