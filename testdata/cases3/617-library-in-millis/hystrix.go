package hystrix

import "time"

type CommandConfig struct {
	Timeout     int // ms
	SleepWindow int
}

type Client struct{ limit time.Duration }

func (c *Client) Config() CommandConfig {
	return CommandConfig{Timeout: int(c.limit / time.Millisecond), SleepWindow: 10}
}

func Elapsed(start int64) time.Duration {
	return time.Duration(time.Now().UnixNano() - start)
}

func Left(c *Client, start int64) time.Duration {
	return c.limit - Elapsed(start)
}
