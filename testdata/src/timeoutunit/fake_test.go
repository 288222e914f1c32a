package timeoutunit

import "time"

// Test files are not looked at.
func waitInTest() { time.Sleep(10) }
