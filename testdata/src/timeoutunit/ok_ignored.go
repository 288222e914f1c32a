package timeoutunit

import "time"

func okIgnored() {
	for range 10 {
		//budgetlint:ignore timeoutunit spins on purpose, the kernel rounds up
		time.Sleep(50)
	}
}
