package deadline

import (
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// ends reports whether a function's name says that its work has to happen although, or because, a request or the
// program is over. Some words say so anywhere in a name; others, such as release, only as its verb (FetchRelease is an
// ordinary call).
func ends(name string) bool {
	words := syntax.Words(name)
	for i, w := range words {
		switch w {
		case "shutdown", "cleanup", "teardown", "rollback", "unlock", "graceful", "gracefully", "finalize", "deregister",
			"unregister", "disconnect":
			return true
		case "close", "stop", "release", "drain", "flush", "clean", "destroy", "dispose", "terminate", "abort", "leave",
			"quit", "exit", "free":
			if i == 0 || i == 1 && prefixes[words[0]] {
				return true
			}
		case "down":
			if i > 0 && (words[i-1] == "shut" || words[i-1] == "tear") {
				return true
			}
		}
	}
	return false
}

// shutsDown is ends for nodeadline: CleanupSessions and FlushHistory are ordinary jobs, which can hang; a Close that
// waits for the other side is over with the process.
func shutsDown(name string) bool {
	words := syntax.Words(name)
	for i, w := range words {
		switch w {
		case "shutdown", "graceful", "gracefully", "teardown":
			return true
		case "down":
			if i > 0 && (words[i-1] == "shut" || words[i-1] == "tear") {
				return true
			}
		}
	}
	return len(words) == 1 && (words[0] == "close" || words[0] == "stop" || words[0] == "quit" || words[0] == "terminate")
}

// prefixes may stand before a function's verb.
var prefixes = map[string]bool{"do": true, "on": true, "try": true, "must": true, "force": true}

// forTests: the code serves tests, so what it does is no evidence and is not reported.
func (m *model) forTests(f *syntax.Func) bool {
	if f.Test {
		return true
	}
	for _, file := range m.syn.Files {
		if file.FileStart <= f.Node.Pos() && f.Node.Pos() < file.FileEnd {
			return syntax.ForTests(m.pass.Pkg.Path(), file)
		}
	}
	return false
}
