package catalog

import "time"

const (
	gaxTimeout = 60 * time.Second
	gaxWhy     = "generated Google clients carry a timeout per method, 60s for most"
)
