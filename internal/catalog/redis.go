package catalog

import "time"

// go-redis, redigo, rueidis, and memcached beside them. go-redis declares its commands on unexported function types and
// on one interface per group, so any receiver counts; a pipeline's command goes out only with Exec.
var redisRows = []Row{
	{Pkg: goRedis, Recv: "*", NotOn: redisQueues, Sink: redisStream,
		Names: "BLPop BRPop BRPopLPush BLMove BLMoveM BLMPop BZPopMax BZPopMin BZMPop XRead XReadGroup XReadStreams Monitor Wait WaitAOF Subscribe PSubscribe SSubscribe Receive ReceiveMessage"},
	{Pkg: goRedis, Recv: "PubSub", Names: "*", Except: "Ping", Sink: redisStream},
	{Pkg: goRedis, Recv: "Hook", Names: "*", Sink: Sink{Protocol: NotASink}},
	// Walking over shards runs the caller's own function; the calls in it are sinks by themselves.
	{Pkg: goRedis, Recv: "*", Names: "ForEach* ReloadState SlaveForKey MasterForKey Hello Auth AuthACL Select SwapDB ClientSetName ClientSetInfo",
		Sink: Sink{Protocol: NotASink}},
	{Pkg: goRedis, Recv: "Pipeline Pipeliner", Names: "Exec Pipelined TxPipelined", Sink: redisSink(Write)},
	{Pkg: goRedis, Recv: "Pipeline Pipeliner AutoPipeliner", Names: "*", Sink: Sink{Protocol: NotASink}}, // Do, Process queue
	{Pkg: goRedis, Recv: redisClients, Names: "Process Do Watch Pipelined TxPipelined", NotOn: redisQueues, Sink: redisSink(Write)},
	{Pkg: goRedis, Recv: "Script", Names: "Run Eval EvalSha", Sink: redisSink(Write)},
	{Pkg: goRedis, Recv: "Script", Names: "RunRO EvalRO EvalShaRO Exists", Sink: redisSink(Read)},

	{Pkg: goRedis, Recv: redisClients, Names: "GetSet GetDel GetEx HGetDel HGetEX* *Store", NotOn: redisQueues, Sink: redisSink(Write)},
	{Pkg: goRedis, Recv: redisClients, NotOn: redisQueues, Sink: redisSink(Read),
		Names: `Get GetBit GetRange GetToBuffer MGet Exists TTL PTTL ExpireTime PExpireTime Type Keys Scan ScanType RandomKey Dump Object* Touch DBSize Ping Echo Time Info* LastSave
			StrLen BitCount BitPos BitPosSpan BitFieldRO LCS SortRO MemoryUsage
			HGet HGetAll HMGet HExists HKeys HVals HLen HStrLen HScan HScanNoValues HRandField* HTTL HPTTL
			LIndex LLen LRange LPos LPosCount
			SCard SIsMember SMIsMember SMembers SMembersMap SRandMember* SDiff SDiffCard SInter SInterCard SUnion SUnionCard SScan
			ZCard ZCount ZLexCount ZScore ZMScore ZRank* ZRevRank* ZRange ZRangeArgs* ZRangeBy* ZRangeWithScores ZRevRange* ZRandMember* ZScan ZDiff ZDiffWithScores ZInter ZInterCard ZInterWithScores ZUnion ZUnionWithScores
			XLen XRange XRangeN XRevRange XRevRangeN XInfo* XPending XPendingExt
			GeoPos GeoDist GeoHash GeoRadius GeoRadiusByMember GeoSearch GeoSearchLocation PFCount
			JSONGet* JSONMGet JSONArrLen JSONObjKeys JSONObjLen JSONStrLen JSONType
			FTSearch* FTAggregate* FTInfo FTExplain* FTTagVals TSGet* TSMGet* TSRange* TSMRange* TSRevRange* TSMRevRange* TSInfo* TSQueryIndex
			BFExists BFMExists BFInfo* CFExists CFMExists CFCount CMSQuery CMSInfo TopKList* TopKQuery VSim* VCard VDim VEmb VGetAttr VIsMember
			PubSubChannels PubSubNumSub PubSubNumPat ClusterInfo ClusterNodes ClusterSlots ClusterShards ScriptExists EvalRO EvalShaRO FCallRO FCallRo ConfigGet SlowLogGet ClientList ClientInfo ACLList ACLWhoAmI`},
	{Pkg: goRedis, Recv: redisClients, Names: "*", NotOn: redisQueues, Shape: Shape{CtxFirst: true}, Sink: redisSink(Write)},

	// Conn.Do has no context; the package's DoContext takes the connection as an argument.
	{Pkg: redigo, Recv: "Conn", Names: "Do", Sink: Sink{Protocol: Redis, Effect: Write, Limit: LimitSetter}},
	{Pkg: redigo, Recv: "ConnWithContext", Names: "DoContext", Sink: Sink{Protocol: Redis, Effect: Write, Via: ViaArg, Limit: LimitSetter}},
	{Pkg: redigo, Recv: "ConnWithTimeout", Names: "DoWithTimeout", Sink: Sink{Protocol: Redis, Effect: Write, Limit: LimitArg}},
	{Pkg: redigo, Names: "DoContext", Sink: Sink{Protocol: Redis, Effect: Write, Via: ViaArg, Limit: LimitSetter}},
	{Pkg: redigo, Names: "DoWithTimeout", Sink: Sink{Protocol: Redis, Effect: Write, Limit: LimitArg}},
	{Pkg: redigo, Recv: "Script", Names: "Do", Sink: Sink{Protocol: Redis, Effect: Write, Twin: "+Context", Limit: LimitSetter}},
	{Pkg: redigo, Recv: "Script", Names: "DoContext", Sink: Sink{Protocol: Redis, Effect: Write, Via: ViaArg, Limit: LimitSetter}},
	{Pkg: redigo, Names: "Dial DialURL", Sink: Sink{Protocol: Redis, Twin: "+Context", Dial: true, Default: 30 * time.Second, DefaultWhy: "redigo's connect timeout is 30s by default"}},
	{Pkg: redigo, Names: "DialContext DialURLContext", Sink: Sink{Protocol: Redis, Via: ViaArg, Dial: true, Default: 30 * time.Second, DefaultWhy: "redigo's connect timeout is 30s by default"}},

	{Pkg: rueidis, Recv: "Co*Client Client", Names: "Do DoMulti DoCache DoMultiCache",
		Sink: Sink{Protocol: Redis, Effect: Write, Via: ViaArg, Default: 10 * time.Second, DefaultWhy: "rueidis gives a connection up after 10s without an answer (ConnWriteTimeout)"}},
	{Pkg: rueidis, Recv: "CoreClient", Names: "Receive", Sink: Sink{Protocol: Redis, Effect: Read, Via: ViaArg, Stream: true}},

	{Pkg: memcache, Recv: "Client", Names: "Get GetMulti GetAndTouch Ping",
		Sink: Sink{Protocol: Cache, Effect: Read, Default: 500 * time.Millisecond, DefaultWhy: memcacheWhy}},
	{Pkg: memcache, Recv: "Client", Names: "Set Add Replace Append Prepend CompareAndSwap Delete DeleteAll Increment Decrement Touch FlushAll",
		Sink: Sink{Protocol: Cache, Effect: Write, Default: 500 * time.Millisecond, DefaultWhy: memcacheWhy}},
}

const (
	goRedis      = "github.com/redis/go-redis/vN"
	goRedisOld   = "github.com/go-redis/redis/vN"
	redisQueues  = "Pipeliner Pipeline"
	redisClients = "cmdable statefulCmdable *Cmdable Client ClusterClient Ring UniversalClient Tx Conn"
	redigo       = "github.com/gomodule/redigo/redis"
	rueidis      = "github.com/redis/rueidis"
	memcache     = "github.com/bradfitz/gomemcache/memcache"
	memcacheWhy  = "gomemcache's socket timeout is 500ms by default"
)

// redisStream waits for something to come; go-redis lengthens its socket timeout for it.
var redisStream = Sink{Protocol: Redis, Effect: Write, Via: ViaArg, Stream: true}

func redisSink(effect Effect) Sink {
	return Sink{Protocol: Redis, Effect: effect, Via: ViaArg, Default: 5 * time.Second,
		DefaultWhy: "go-redis socket timeouts are 3s by default (5s in newer v9)"}
}

// moved repeats rows for a package's former import path.
func moved(rows []Row, from, to string) []Row {
	var out []Row
	for _, r := range rows {
		if r.Pkg == from {
			r.Pkg = to
			out = append(out, r)
		}
	}
	return out
}
