package main

import (
	"regexp"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	var out strings.Builder
	if err := run([]string{"-n", "1", "true", "sh -c 'exit 1'"}, &out); err != nil {
		t.Fatal(err)
	}
	want := regexp.MustCompile(`(?s)^CPU +ratio.*\n.* 1\.000 .*true\n.*exit 1'\n$`)
	if !want.MatchString(out.String()) {
		t.Errorf("got\n%s", out.String())
	}
}

func TestFresh(t *testing.T) {
	var out strings.Builder
	if err := run([]string{"-n", "1", "fresh:true test -x {}"}, &out); err != nil {
		t.Fatal(err)
	}
	if err := run([]string{"fresh:no-such-tool x {}"}, &out); err == nil {
		t.Error("a missing tool is no error")
	}
}
