package front

import "time"

const timeout = 3 * time.Second
