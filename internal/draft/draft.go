// Package draft writes a contract from call plans, and compares the two. It guesses names and says so; the rules never
// do.
package draft

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/budgetlint/budgetlint/internal/callplan"
	"github.com/budgetlint/budgetlint/internal/planview"
)

// What a draft says where the code says nothing.
const (
	guessTotal   = 2000 * time.Millisecond
	guessMargin  = 300 * time.Millisecond
	guessTimeout = 1000 * time.Millisecond
)

// Dependency is a downstream as the code calls it.
type Dependency struct {
	Name string
	// Guessed: no directive, configuration or constructor names it, so that the name is made of its client's.
	Guessed bool
	// Timeout is the longest that a call of it is given in sight; 0 where no call has one that is known.
	Timeout time.Duration
	// Core: at some place its error is acted upon.
	Core   bool
	Places []string // "handlers.go:51", each once, in order
}

// Dependencies lists what entry points call, by name.
func Dependencies(entries []planview.Entry) []Dependency {
	found := map[string]*Dependency{}
	for i := range entries {
		w := walk{found: found}
		w.node(entries[i].Plan, nil, nil, false)
	}
	var out []Dependency
	for _, name := range slices.Sorted(maps.Keys(found)) {
		out = append(out, *found[name])
	}
	return out
}

type walk struct{ found map[string]*Dependency }

// node visits a plan. via are the functions through which it is reached and limits the deadlines that it hears, both
// outermost first, a limit of 0 one that is not known; ignored says that somebody on the way drops the error.
func (w *walk) node(n *callplan.Node, via []*callplan.Node, limits []time.Duration, ignored bool) {
	ignored = ignored || n.Ignored || n.Optional
	switch n.Kind {
	case callplan.Bounded:
		limits = append(slices.Clip(limits), n.Time.D)
		if n.Name != "" {
			w.add(n, via, limits, ignored)
			return
		}
	case callplan.Free:
		if n.Levels < 0 || n.Levels > len(limits) {
			limits = nil
		} else {
			limits = limits[:len(limits)-n.Levels]
		}
	case callplan.Call:
		w.add(n, via, limits, ignored)
		return
	case callplan.Ref:
		if n.Name != "" || len(n.Kids) == 0 {
			w.add(n, via, limits, ignored)
			return
		}
		via = append(slices.Clip(via), n)
	case callplan.Wait:
		return
	}
	for i := range n.Kids {
		w.node(&n.Kids[i], via, limits, ignored)
	}
}

func (w *walk) add(n *callplan.Node, via []*callplan.Node, limits []time.Duration, ignored bool) {
	name, from, guessed := nameOf(n, via)
	d := w.found[name]
	if d == nil {
		d = &Dependency{Name: name, Guessed: guessed}
		w.found[name] = d
	}
	d.Timeout = max(d.Timeout, shortest(n, limits))
	d.Guessed = d.Guessed && guessed
	d.Core = d.Core || !ignored
	if !slices.Contains(d.Places, from.At) {
		d.Places = append(d.Places, from.At)
	}
}

// shortest is the time that a call is given: the shortest of the deadlines around it and of what ends it itself; 0 where
// none is known.
func shortest(n *callplan.Node, limits []time.Duration) time.Duration {
	all := slices.Clone(limits)
	if d, exact := n.Worst().Least(); exact {
		all = append(all, d)
	}
	all = slices.DeleteFunc(all, func(d time.Duration) bool { return d <= 0 })
	if len(all) == 0 {
		return 0
	}
	return slices.Min(all)
}

// nameOf is the name that somebody gave a downstream, or one made of its client's: CurrencyServiceClient →
// currency-service, (*UserClient).Get → user-service, a database by its protocol. from is the call of what gave the name.
func nameOf(n *callplan.Node, via []*callplan.Node) (name string, from *callplan.Node, guessed bool) {
	if n.Name != "" {
		return n.Name, n, false
	}
	if store(n.Protocol) {
		return n.Protocol, n, true
	}
	if n.Protocol == "grpc" || n.Protocol == "rpc" { // a generated client may be called like the service: payment.Payment
		if t := typeOf(n.What); t != "" && fromClient(n.What) == "" && !slices.Contains(generic, t) {
			return kebab(t) + "-service", n, true
		}
	}
	inner := []*callplan.Node{n}
	for _, f := range slices.Backward(via) {
		inner = append(inner, f)
	}
	for _, f := range inner {
		if name := fromClient(f.What); name != "" {
			return name, f, true
		}
	}
	for _, f := range inner[1:] { // a plain function: httpGetPackagingInfo
		if name := fromFunction(f.What); name != "" {
			return name, f, true
		}
	}
	for _, f := range inner[1:] { // what does the call for its own sake: (*notify.Discord).Post
		if name := fromOwner(f.What); name != "" {
			return name, f, true
		}
	}
	return cmp.Or(n.Protocol, "downstream"), n, true
}

// store: what is one database, whoever asks it.
func store(protocol string) bool {
	switch protocol {
	case "sql", "redis", "mongo", "kafka", "nats", "amqp", "etcd", "ldap", "cache", "dns", "search", "smtp", "k8s":
		return true
	}
	return false
}

// typeOf is the type in "(*main.UserClient).Get" and "pb.AccountServiceClient.Get"; "" for a function.
func typeOf(what string) string {
	if recv, _, ok := strings.Cut(what, ")."); ok && strings.HasPrefix(recv, "(*") {
		_, name, _ := strings.Cut(recv[2:], ".")
		return name
	}
	if parts := strings.Split(what, "."); len(parts) == 3 {
		return parts[1]
	}
	return ""
}

// generic are types whose names say what they are for libraries, not what they reach.
var generic = []string{"Client", "http.Client", "Server", "Service", "Handler", "Repository", "DB"}

func fromClient(what string) string {
	t := typeOf(what)
	base := t
	for _, suffix := range []string{"Client", "Gateway", "API", "Adapter", "Fetcher"} {
		base = strings.TrimSuffix(base, suffix)
	}
	if t == "" || base == t && !strings.HasSuffix(t, "Service") || base == "" || slices.Contains(generic, t) {
		return ""
	}
	name := kebab(base)
	if !strings.HasSuffix(name, "-service") && name != "service" {
		name += "-service"
	}
	return name
}

func fromFunction(what string) string {
	if typeOf(what) != "" {
		return ""
	}
	_, fn, _ := strings.Cut(what, ".")
	words := strings.Split(kebab(fn), "-")
	for len(words) > 1 && slices.Contains([]string{"http", "get", "fetch", "load", "do", "call", "request", "post", "put", "json", "with", "new"}, words[0]) {
		words = words[1:]
	}
	if !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(anything, w) }) {
		return ""
	}
	return strings.Join(words, "-")
}

// anything are words that say nothing of where a request goes: they name helpers that all requests go through.
var anything = []string{
	"json", "xml", "http", "https", "request", "requests", "req", "response", "do", "get", "post", "put", "patch", "delete", "head", "call", "fetch", "load",
	"send", "read", "query", "execute", "exec", "run", "make", "perform", "try", "retry", "func1", "message", "body", "data", "content", "payload", "bytes",
	"result", "api", "url", "uri", "endpoint", "resource", "object", "raw", "with", "and", "for", "from", "to", "by", "all", "context", "ctx", "retries", "timeout",
	"file", "page", "pages", "download", "upload", "stream", "internal", "impl", "once", "auth",
}

// fromOwner names a downstream by the type whose method calls it, where that is no part of the program's own frame.
func fromOwner(what string) string {
	words := strings.Split(kebab(typeOf(what)), "-")
	for _, w := range words {
		if w == "" || slices.Contains(frame, w) {
			return ""
		}
	}
	return strings.Join(words, "-")
}

// frame are words of types that pass requests on, whatever they are about.
var frame = []string{
	"handler", "handlers", "controller", "server", "service", "resolver", "manager", "reconciler", "router", "app", "application", "api", "middleware",
	"worker", "job", "task", "usecase", "store", "repository", "repo", "client", "transport", "impl", "base", "default", "engine", "runner", "registry", "config", "tripper", "logic", "scaler",
}

// kebab writes CurrencyService as currency-service.
func kebab(s string) string {
	var b strings.Builder
	rs := []rune(s)
	for i, r := range rs {
		upper := r >= 'A' && r <= 'Z'
		if upper && i > 0 {
			before := rs[i-1]
			next := i+1 < len(rs) && rs[i+1] >= 'a' && rs[i+1] <= 'z'
			if before >= 'a' && before <= 'z' || before >= '0' && before <= '9' || next {
				b.WriteByte('-')
			}
		}
		if r == '_' {
			r = '-'
		}
		b.WriteString(strings.ToLower(string(r)))
	}
	return b.String()
}

// ms writes a duration as the contract does.
func ms(d time.Duration) string { return fmt.Sprint(max(d.Milliseconds(), 1)) }
