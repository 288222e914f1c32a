package draft

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/budgetlint/budgetlint/internal/callplan"
	"github.com/budgetlint/budgetlint/internal/learn"
	"github.com/budgetlint/budgetlint/internal/planview"
	"github.com/budgetlint/budgetlint/runtime/contract"
)

const milli = time.Millisecond

func node(k callplan.Kind, n callplan.Node, kids ...callplan.Node) callplan.Node {
	n.Kind, n.Kids = k, kids
	return n
}

func call(what, protocol string, d time.Duration) callplan.Node {
	return callplan.Node{Kind: callplan.Call, What: what, Protocol: protocol, At: "c.go:9", Time: callplan.Span{D: d}}
}

func via(what string, kids ...callplan.Node) callplan.Node {
	return node(callplan.Ref, callplan.Node{What: what, At: "a.go:1"}, kids...)
}

func entry(plan callplan.Node) planview.Entry {
	return planview.Entry{Name: "main.page", Route: "GET /page", File: "a.go", Line: 3, Plan: &plan}
}

func TestNames(t *testing.T) {
	web := call("(*http.Client).Do", "http", 0)
	named := via("(*main.UserClient).Get", web)
	named.Name = "users"
	for _, tt := range []struct {
		plan    callplan.Node
		want    string
		guessed bool
	}{
		{named, "users", false},
		{via("(*main.Server).page", named), "users", false},
		{node(callplan.Bounded, callplan.Node{Name: "stock", Time: callplan.Span{D: milli}}, via("(*main.UserClient).Get", web)), "stock", false},
		{call("hipstershop.CurrencyServiceClient.Convert", "grpc", 0), "currency-service", true},
		{call("pb.AccountServiceClient.GetAccount", "grpc", 0), "account-service", true},
		{via("(*main.UserClient).Get", via("main.getJSON", web)), "user-service", true},
		{via("(*stock.HTTPGateway).Left", web), "http-service", true},
		{via("(*main.Server).page", via("(*main.OrderAPI).Recent", web)), "order-service", true},
		{via("main.httpGetPackagingInfo", web), "packaging-info", true},
		{via("main.getJSON", web), "http", true}, // says how, not whom
		{via("(*main.Repository).Load", call("(*sql.DB).QueryContext", "sql", 0)), "sql", true},
		{via("(*main.Client).Do", web), "http", true},
		{call("payment.Payment.GetRefund", "grpc", 0), "payment-service", true},
		{call("net.LookupHost", "dns", 0), "dns", true},
		{call("v1.SecretInterface.Get", "k8s", 0), "k8s", true}, // one API server, whatever it is asked for
		{via("(*notify.Discord).Post", via("notify.postMessage", web)), "discord", true},
		{via("(*api.Handler).list", via("(*store.OrderStore).load", via("api.sendRequest", web))), "http", true}, // frame and helpers
		{call("mystery.Call", "", 0), "downstream", true},
	} {
		got := Dependencies([]planview.Entry{entry(tt.plan)})
		if len(got) != 1 || got[0].Name != tt.want || got[0].Guessed != tt.guessed {
			t.Errorf("%s: %+v, want %s, guessed %v", tt.plan.String(), got, tt.want, tt.guessed)
		}
	}
}

func TestKebab(t *testing.T) {
	for in, want := range map[string]string{
		"Currency": "currency", "ProductCatalog": "product-catalog", "HTTPServer": "http-server", "userID": "user-id",
		"OAuth2Token": "o-auth2-token", "snake_case": "snake-case", "": "", "Ärzte": "ärzte",
	} {
		if got := kebab(in); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

// The time that a call is given, whether its error counts, and where it is made.
func TestDependencies(t *testing.T) {
	web := func(d time.Duration) callplan.Node {
		n := via("(*main.UserClient).Get", call("(*http.Client).Do", "http", d))
		n.Name = "users"
		return n
	}
	within := func(d time.Duration, kid callplan.Node) callplan.Node {
		return node(callplan.Bounded, callplan.Node{Time: callplan.Span{D: d}}, kid)
	}
	free := func(levels int, kid callplan.Node) callplan.Node {
		return node(callplan.Free, callplan.Node{Levels: levels}, kid)
	}
	ignored := web(0)
	ignored.Ignored, ignored.At = true, "a.go:7"
	optional := node(callplan.Bounded, callplan.Node{Optional: true, Time: callplan.Span{D: 50 * milli}}, web(0))
	for _, tt := range []struct {
		name string
		plan callplan.Node
		want string
	}{
		{"its client's", web(700 * milli), "700ms core [a.go:1]"},
		{"none", web(0), "0s core [a.go:1]"},
		{"a deadline", within(400*milli, web(0)), "400ms core [a.go:1]"},
		{"the shorter one", within(400*milli, web(700*milli)), "400ms core [a.go:1]"},
		{"the shorter one", within(900*milli, web(700*milli)), "700ms core [a.go:1]"},
		{"one that it does not hear", within(400*milli, free(1, web(700*milli))), "700ms core [a.go:1]"},
		{"the outer one only", within(900*milli, within(400*milli, free(1, web(0)))), "900ms core [a.go:1]"},
		{"none of them", within(900*milli, within(400*milli, free(-1, web(0)))), "0s core [a.go:1]"},
		{"the longest of its calls", node(callplan.Seq, callplan.Node{}, web(300*milli), within(400*milli, web(0))), "400ms core [a.go:1]"},
		{"ignored", ignored, "0s degradable [a.go:7]"},
		{"optional", optional, "50ms degradable [a.go:1]"},
		{"ignored at one place only", node(callplan.Seq, callplan.Node{}, ignored, web(0)), "0s core [a.go:7 a.go:1]"},
	} {
		d := Dependencies([]planview.Entry{entry(tt.plan)})[0]
		class := "degradable"
		if d.Core {
			class = "core"
		}
		if got := fmt.Sprint(d.Timeout, " ", class, " ", d.Places); got != tt.want {
			t.Errorf("%s, %s: %s, want %s", tt.name, tt.plan.String(), got, tt.want)
		}
	}
}

const (
	rows  = `"a": { "timeoutMs": 100, "core": true, "degradable": false }`
	added = `"users": { "timeoutMs": 700, "core": true, "degradable": false }`
)

// What a person wrote stays; what is added looks like it.
func TestInsert(t *testing.T) {
	for _, tt := range []struct{ name, old, want string }{
		{
			"spaces",
			"{\n  \"aggregator\": { \"totalBudgetMs\": 900, \"safetyMarginMs\": 9,\n    \"downstreams\": {\n      ROWS\n    }\n  }\n}\n",
			"{\n  \"aggregator\": { \"totalBudgetMs\": 900, \"safetyMarginMs\": 9,\n    \"downstreams\": {\n      ROWS,\n      ADDED\n    }\n  }\n}\n",
		},
		{
			"tabs",
			"{\n\t\"aggregator\": {\n\t\t\"totalBudgetMs\": 900,\n\t\t\"safetyMarginMs\": 9,\n\t\t\"downstreams\": {\n\t\t\tROWS\n\t\t}\n\t}\n}\n",
			"{\n\t\"aggregator\": {\n\t\t\"totalBudgetMs\": 900,\n\t\t\"safetyMarginMs\": 9,\n\t\t\"downstreams\": {\n\t\t\tROWS,\n\t\t\tADDED\n\t\t}\n\t}\n}\n",
		},
		{
			"braces at the end of the last row",
			"{ \"aggregator\": { \"totalBudgetMs\": 900, \"safetyMarginMs\": 9, \"downstreams\": {\n    ROWS } } }\n",
			"{ \"aggregator\": { \"totalBudgetMs\": 900, \"safetyMarginMs\": 9, \"downstreams\": {\n    ROWS,\n    ADDED } } }\n",
		},
		{
			"one line",
			`{"aggregator":{"totalBudgetMs":900,"safetyMarginMs":9,"downstreams":{ROWS}}}`,
			`{"aggregator":{"totalBudgetMs":900,"safetyMarginMs":9,"downstreams":{ROWS, ADDED}}}`,
		},
		{
			"one line, then more",
			"{ \"aggregator\": { \"totalBudgetMs\": 900, \"safetyMarginMs\": 9,\n  \"downstreams\": { ROWS }\n} }",
			"{ \"aggregator\": { \"totalBudgetMs\": 900, \"safetyMarginMs\": 9,\n  \"downstreams\": { ROWS, ADDED }\n} }",
		},
		{
			"line ends of Windows",
			"{\r\n  \"aggregator\": {\r\n    \"totalBudgetMs\": 900,\r\n    \"safetyMarginMs\": 9,\r\n    \"downstreams\": {\r\n      ROWS\r\n    }\r\n  }\r\n}\r\n",
			"{\r\n  \"aggregator\": {\r\n    \"totalBudgetMs\": 900,\r\n    \"safetyMarginMs\": 9,\r\n    \"downstreams\": {\r\n      ROWS,\r\n      ADDED\r\n    }\r\n  }\r\n}\r\n",
		},
		{
			"a row of several lines, and the key in a text before it",
			"{\n  \"aggregator\": {\n    \"totalBudgetMs\": 900,\n    \"safetyMarginMs\": 9,\n    \"downstreams\": {\n      \"downstreams\": {\n        \"timeoutMs\": 100,\n        \"core\": true,\n        \"degradable\": false\n      }\n    }\n  }\n}",
			"{\n  \"aggregator\": {\n    \"totalBudgetMs\": 900,\n    \"safetyMarginMs\": 9,\n    \"downstreams\": {\n      \"downstreams\": {\n        \"timeoutMs\": 100,\n        \"core\": true,\n        \"degradable\": false\n      },\n      ADDED\n    }\n  }\n}",
		},
	} {
		old, want := fill(tt.old), fill(tt.want)
		plan := via("(*main.UserClient).Get", call("(*http.Client).Do", "http", 700*milli))
		plan.Name = "users"
		d, err := Write("budget.json", []planview.Entry{entry(plan)}, []byte(old))
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if string(d.Text) != want {
			t.Errorf("%s:\n%q\nwant\n%q", tt.name, d.Text, want)
		}
		if again, err := Write("budget.json", []planview.Entry{entry(plan)}, d.Text); err != nil || string(again.Text) != want || len(again.Added) > 0 {
			t.Errorf("%s: again: %+v, %v", tt.name, again, err)
		}
	}
}

func fill(s string) string { return strings.NewReplacer("ROWS", rows, "ADDED", added).Replace(s) }

// The contract wants at least one downstream, but insert does not depend on that.
func TestInsertIntoNothing(t *testing.T) {
	for _, tt := range []struct{ old, want string }{
		{`{"downstreams":{}}`, `{"downstreams":{ x, y }}`},
		{"{\n  \"downstreams\": {}\n}", "{\n  \"downstreams\": {\n    x,\n    y\n  }\n}"},
		{"{\n\t\"downstreams\": {\n\t}\n}", "{\n\t\"downstreams\": {\n\t\tx,\n\t\ty\n\t}\n}"},
		{"{\r\n\t\"downstreams\": { }\r\n}", "{\r\n\t\"downstreams\": {\r\n\t\tx,\r\n\t\ty\r\n\t}\r\n}"},
		{`{"a": "downstreams", "b": ["downstreams", {}], "c": 1, "downstreams": {}}`, `{"a": "downstreams", "b": ["downstreams", {}], "c": 1, "downstreams": { x, y }}`},
	} {
		if got, err := insert([]byte(tt.old), []string{"x", "y"}); err != nil || string(got) != tt.want {
			t.Errorf("%q: %q, %v\nwant %q", tt.old, got, err, tt.want)
		}
	}
	if _, err := insert([]byte(`{"a": {}}`), []string{"x"}); err == nil || !strings.Contains(err.Error(), `no object "downstreams"`) {
		t.Errorf("without the key: %v", err)
	}
}

// A fresh draft is a contract, whatever the plan is.
func TestFresh(t *testing.T) {
	slow := via("(*main.UserClient).Get", call("(*http.Client).Do", "http", 30*time.Second))
	tricky := via(`(*main.UserClient).Get`, call("(*http.Client).Do", "http", 0))
	tricky.Name = `quo"ted \ name`
	e := entry(node(callplan.Seq, callplan.Node{}, slow, tricky))
	d, err := Write("budget.json", []planview.Entry{e}, nil)
	if err != nil {
		t.Fatal(err)
	}
	c, err := contract.Parse("budget.json", d.Text)
	if err != nil {
		t.Fatalf("%v\n%s", err, d.Text)
	}
	if got := c.Aggregators[0].Downstream("user-service"); got == nil || got.Timeout != 2*time.Second {
		t.Errorf("a timeout longer than the total: %+v", got)
	}
	if c.Aggregators[0].Downstream(tricky.Name) == nil {
		t.Errorf("the name is lost:\n%s", d.Text)
	}
	notes := strings.Join(d.Notes, "\n")
	for _, want := range []string{"totalBudgetMs 2000 and safetyMarginMs 300 are guesses", "timeoutMs is the total: the code gives it 30000 ms", "timeoutMs 1000 is a guess", "the name is a guess"} {
		if !strings.Contains(notes, want) {
			t.Errorf("no note says %q:\n%s", want, notes)
		}
	}
	own := entry(node(callplan.Seq, callplan.Node{}, node(callplan.Bounded, callplan.Node{At: "a.go:9", Time: callplan.Span{D: 3 * time.Second}}, slow)))
	if d, err = Write("budget.json", []planview.Entry{e, own}, nil); err != nil || !strings.Contains(string(d.Text), `"totalBudgetMs": 3000`) ||
		!strings.HasPrefix(d.Notes[0], "totalBudgetMs 3000 is the longest deadline that an entry point gives itself (a.go:9)") {
		t.Errorf("%v\n%+v", err, d)
	}
	e.Total, e.Margin = 800*milli, 100*milli
	if d, err = Write("budget.json", []planview.Entry{e}, nil); err != nil || !strings.Contains(string(d.Text), `"totalBudgetMs": 800`) {
		t.Errorf("%v\n%s", err, d.Text)
	}
}

func TestCheck(t *testing.T) {
	text := fill("{ \"aggregator\": { \"totalBudgetMs\": 900, \"safetyMarginMs\": 100, \"downstreams\": {\n ROWS,\n \"user-service\": { \"timeoutMs\": 100, \"core\": true, \"degradable\": false } } } }")
	c, err := contract.Parse("budget.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	named := via("main.stock", call("http.Get", "http", 0))
	named.Name = "stock"
	late := entry(node(callplan.Seq, callplan.Node{}, named, via("(*main.UserClient).Get", call("http.Get", "http", 2*time.Second))))
	late.Total, late.Margin = 900*milli, 100*milli
	problems, notes := Check("budget.json", c, []planview.Entry{late})
	var got []string
	for _, p := range slices.Concat(problems, notes) {
		got = append(got, p.String())
	}
	want := []string{
		"a.go:3: GET /page calls stock (a.go:1), which the contract does not have",
		"a.go:3: GET /page may take ∞ + 2s, and has 800ms",
		"budget.json:2:2: a is in the contract, and no entry point calls anything of that name",
		"budget.json:3:2: nothing in the code is called user-service; what is called at a.go:1 looks like it: //budgetlint:downstream name=user-service says so",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestWaits(t *testing.T) {
	one := func(name string, wave int, at string) callplan.Node {
		n := call("http.Get", "http", 0)
		n.Name, n.Wave, n.At = name, wave, at
		return n
	}
	plan := node(callplan.Seq, callplan.Node{},
		one("users", 1, "a.go:1"), one("orders", 1, "a.go:2"), one("alone", 2, "a.go:3"),
		node(callplan.Loop, callplan.Node{Wave: 1, At: "a.go:4"}, one("stock", 0, "a.go:5")),
		node(callplan.Loop, callplan.Node{At: "a.go:6"}, one("needs", 0, "a.go:7")))
	got := Waits([]planview.Entry{entry(plan), entry(plan)}) // a function of two entries counts once
	want := []learn.Finding{
		{At: "a.go:1", Rule: "seqcalls", Names: []string{"users", "orders"}},
		{At: "a.go:4", Rule: "seqloop", Names: []string{"stock"}},
	}
	if !slices.EqualFunc(got, want, func(a, b learn.Finding) bool {
		return a.At == b.At && a.Rule == b.Rule && slices.Equal(a.Names, b.Names)
	}) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}
