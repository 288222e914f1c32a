package main

import (
	"bytes"
	"testing"
	"testing/synctest"
	"time"
)

func TestProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		p := newProgress(&out)
		p.say("listing packages")
		time.Sleep(progressAfter - time.Millisecond)
		p.stop()
		if out.Len() > 0 {
			t.Errorf("a quick run shows %q", out.String())
		}

		p = newProgress(&out)
		p.say("listing packages")
		time.Sleep(progressAfter + progressEvery/2)
		p.say("loading 7 packages")
		time.Sleep(progressEvery)
		p.stop()
		p.stop()
		want := clearLine + "budgetlint: listing packages, 1s" + clearLine + "budgetlint: loading 7 packages, 1s" + clearLine
		if got := out.String(); got != want {
			t.Errorf("got  %q\nwant %q", got, want)
		}
	})
	var none *progress
	none.say("x")
	none.stop()
	if terminal(&bytes.Buffer{}) != nil {
		t.Error("a buffer is no terminal")
	}
}
