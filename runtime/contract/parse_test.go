package contract_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/budgetlint/budgetlint/runtime/contract"
)

const dashboard = `{ "aggregator": { "totalBudgetMs": 2000, "safetyMarginMs": 300,
    "downstreams": {
      "user-service":      { "timeoutMs": 500, "core": true,  "degradable": false },
      "order-service":     { "timeoutMs": 800, "core": true,  "degradable": false },
      "stock-service":     { "timeoutMs": 400, "core": false, "degradable": true },
      "recommend-service": { "timeoutMs": 400, "core": false, "degradable": true },
      "notify-service":    { "timeoutMs": 200, "core": false, "degradable": true } },
    "circuitBreaker": { "failureRateThreshold": 0.5, "minimumRequests": 20, "openDurationMs": 10000, "halfOpenProbeCount": 3 } } }
`

func TestDashboard(t *testing.T) {
	c, err := contract.Parse("budget.json", []byte(dashboard))
	if err != nil {
		t.Fatal(err)
	}
	a := c.Aggregator("")
	if a == nil || a.Spend() != 1700*time.Millisecond {
		t.Fatalf("aggregator = %+v", a)
	}
	var names []string
	for _, d := range a.Downstreams {
		names = append(names, d.Name)
		if d.Core == d.Degradable {
			t.Errorf("%s: core %t, degradable %t", d.Name, d.Core, d.Degradable)
		}
	}
	want := "user-service order-service stock-service recommend-service notify-service"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("names = %s, want the order of the file: %s", got, want)
	}
	order := a.Downstream("order-service")
	if order.Timeout != 800*time.Millisecond || !order.Core || order.Pos != (contract.Pos{Line: 4, Col: 7}) {
		t.Errorf("order-service = %+v", order)
	}
	if stock := a.Downstream("stock-service"); !stock.Degradable {
		t.Errorf("stock-service = %+v", stock)
	}
	if a.Downstream("ghost") != nil || c.Aggregator("ghost") != nil {
		t.Error("found what is not there")
	}
	breaker := contract.Breaker{FailureRateThreshold: 0.5, MinimumRequests: 20, OpenDuration: 10 * time.Second,
		OpenCap: time.Minute, HalfOpenProbeCount: 3, Window: 10 * time.Second}
	if *a.Breaker != breaker || *order.Breaker != breaker {
		t.Errorf("breaker = %+v, %+v, want %+v", a.Breaker, order.Breaker, breaker)
	}
	if order.Breaker == a.Breaker {
		t.Error("a downstream shares its breaker settings with the aggregator: changing one changes the other")
	}
}

func TestAllKeys(t *testing.T) {
	c := contract.MustLoad([]byte("\ufeff" + `{
  "$schema": "budget.schema.json",
  "aggregators": {
    "dashboard": {
      "totalBudget": "2s", "safetyMarginMs": 0,
      "downstreams": {
        "stock": {
          "timeout": "400ms", "core": false, "expectedMs": 80, "slowAfter": "300ms",
          "maxConcurrent": 16, "maxWaitMs": 0, "priority": "low",
          "retry": {"attempts": 3, "baseMs": 20, "cap": "200ms", "idempotent": true, "budgetRatio": 0.2},
          "circuitBreaker": {"openDuration": "90s", "windowMs": 1000}
        },
        "user": {"timeoutMs": 1500, "degradable": false},
        "plain": {"timeoutMs": 1}
      },
      "circuitBreaker": {"minimumRequests": 5}
    },
    "cart": {"totalBudgetMs": 12000, "downstreams": {"slow": {"timeoutMs": 6000, "circuitBreaker": {}}, "x": {"timeoutMs": 1}}}
  }
}`))
	a := c.Aggregator("dashboard")
	stock := a.Downstream("stock")
	want := contract.Downstream{
		Name: "stock", Pos: contract.Pos{Line: 7, Col: 9}, Timeout: 400 * time.Millisecond, Degradable: true,
		Expected: 80 * time.Millisecond, SlowAfter: 300 * time.Millisecond, MaxConcurrent: 16, Priority: contract.Low,
		Retry:   stock.Retry,
		Breaker: stock.Breaker,
	}
	if *stock != want {
		t.Errorf("stock = %+v, want %+v", *stock, want)
	}
	retry := contract.Retry{Attempts: 3, Base: 20 * time.Millisecond, Cap: 200 * time.Millisecond, Idempotent: true, BudgetRatio: 0.2}
	if *stock.Retry != retry {
		t.Errorf("retry = %+v", *stock.Retry)
	}
	breaker := contract.Breaker{FailureRateThreshold: 0.5, MinimumRequests: 5, OpenDuration: 90 * time.Second,
		OpenCap: 90 * time.Second, HalfOpenProbeCount: 3, Window: time.Second}
	if *stock.Breaker != breaker {
		t.Errorf("breaker = %+v, want %+v", *stock.Breaker, breaker)
	}
	for _, name := range []string{"user", "plain"} {
		if d := a.Downstream(name); !d.Core || d.Degradable || d.Retry != nil {
			t.Errorf("%s = %+v, want core and one attempt", name, d)
		}
	}
	cart := c.Aggregator("cart")
	if w := cart.Downstream("slow").Breaker.Window; w != 12*time.Second {
		t.Errorf("window = %s, want twice the timeout, which is more than the default", w)
	}
	if cart.Breaker != nil || cart.Downstream("x").Breaker != nil {
		t.Error("a breaker that nobody asked for")
	}
	if c.Aggregator("") != nil {
		t.Error(`"" chose one of two aggregators`)
	}
}

// with wraps one downstream, on line 2.
func with(body string) string {
	return `{"aggregator": {"totalBudgetMs": 1000, "downstreams": {` + "\n" + `"stock-service": {` + body + `}}}}`
}

func TestErrors(t *testing.T) {
	const stock = `aggregator.downstreams["stock-service"]`
	tests := []struct{ name, in, want string }{
		{"empty", "", "b.json:1:1: is empty"},
		{"blank", "\n \n", "b.json:1:1: is empty"},
		{"array", "[]", "b.json:1:1: must be an object, not an array"},
		{"null", "null", "b.json:1:1: must be an object, not null"},
		{"nothing given", "{}", "b.json:1:1: neither aggregator nor aggregators is given"},
		{"both", `{"aggregator": {"totalBudgetMs": 1, "downstreams": {"a": {"timeoutMs": 1}}},` + "\n" + `"aggregators": {}}`,
			"b.json:2:1: aggregators: aggregator on line 1 says the same; keep one of them"},
		{"trailing", dashboard + "{}", "b.json:9:1: unexpected data after the closing brace"},
		{"trailing junk", dashboard + " x", "b.json:9:2: unexpected data after the closing brace"},
		{"truncated", `{"aggregator": {`, "b.json:1:16: ends too early: a bracket or a quote is not closed"},
		{"syntax", "{\n  aggregator: 1}", "b.json:2:3: is not JSON: invalid character 'a'"},
		{"comma", `{"aggregator": {},}`, "b.json:1:19: is not JSON: "},
		{"not UTF-8", "{\"a\": \"\xff\"}", "b.json:1:8: is not UTF-8"},
		{"large", strings.Repeat(" ", 1<<20+1), "b.json: is larger than 1048576 bytes"},
		{"deep", strings.Repeat(`{"a":`, 100000), "b.json:1:50001: is not JSON: invalid character '{' exceeded max depth"},
		{"deep array", strings.Repeat(`[`, 100000), "b.json:1:10001: is not JSON: invalid character '[' exceeded max depth"},
		{"nested", strings.Repeat(`{"a":`, 50) + "1" + strings.Repeat("}", 50), "b.json:1:166: nested too deeply"},
		{"bad word", "{\n \"a\": tru}", "b.json:2:10: is not JSON: invalid character '}'"},
		{"wrong root", `{"aggregtor": {}}`, "b.json:1:2: aggregtor: unknown key; did you mean aggregator?"},
		{"unknown far", `{"zzz": {}}`, "b.json:1:2: zzz: unknown key; the keys here are $schema, aggregator, aggregators"},
		{"odd key", `{"a b\n": {}}`, `b.json:1:2: ["a b\n"]: unknown key`},
		{"schema", `{"$schema": 1}`, "b.json:1:13: $schema: must be a string, not a number"},
		{"no total", `{"aggregator": {"downstreams": {"a": {"timeoutMs": 1}}}}`, "b.json:1:16: aggregator: totalBudgetMs is missing"},
		{"no downstreams", `{"aggregator": {"totalBudgetMs": 1}}`, "b.json:1:16: aggregator: downstreams is missing"},
		{"no downstream", `{"aggregator": {"totalBudgetMs": 1, "downstreams": {}}}`, "b.json:1:52: aggregator.downstreams: names no downstream"},
		{"downstreams list", `{"aggregator": {"totalBudgetMs": 1, "downstreams": []}}`, "b.json:1:52: aggregator.downstreams: must be an object, not an array"},
		{"empty name", `{"aggregators": {"": {}}}`, `b.json:1:18: aggregators[""]: the name is empty`},
		{"margin", `{"aggregator": {"totalBudgetMs": 300, "safetyMarginMs": 300, "downstreams": {"a": {"timeoutMs": 1}}}}`,
			"b.json:1:57: aggregator.safetyMarginMs: 300ms leaves nothing of the total budget of 300ms"},
		{"margin negative", `{"aggregator": {"totalBudgetMs": 300, "safetyMarginMs": -1, "downstreams": {"a": {"timeoutMs": 1}}}}`,
			"b.json:1:57: aggregator.safetyMarginMs: must be 0 or more, is -1"},
		{"same downstream", `{"aggregator": {"totalBudgetMs": 1, "downstreams": {"a": {"timeoutMs": 1},` + "\n" + `"a": {"timeoutMs": 1}}}}`,
			`b.json:2:1: aggregator.downstreams["a"]: duplicate name; the first is on line 1`},
		{"case", with(`"TimeoutMs": 400`), "b.json:2:19: " + stock + ".TimeoutMs: unknown key: keys match exactly, write timeoutMs"},
		{"misspelt", with(`"timoutMs": 400`), "b.json:2:19: " + stock + ".timoutMs: unknown key; did you mean timeoutMs?"},
		{"duplicate", with(`"timeoutMs": 400, "timeoutMs": 500`), "b.json:2:37: " + stock + ".timeoutMs: duplicate key; the first is on line 2"},
		{"no timeout", with(`"core": true`), "b.json:2:18: " + stock + ": timeoutMs is missing"},
		{"zero", with(`"timeoutMs": 0`), "b.json:2:32: " + stock + ".timeoutMs: must be 1 or more, is 0"},
		{"negative", with(`"timeoutMs": -5`), "b.json:2:32: " + stock + ".timeoutMs: must be 1 or more, is -5"},
		{"negative zero", with(`"timeoutMs": -0`), "b.json:2:32: " + stock + ".timeoutMs: must be 1 or more, is -0"},
		{"fraction", with(`"timeoutMs": 1.5`), "b.json:2:32: " + stock + ".timeoutMs: must be a whole number of milliseconds, is 1.5"},
		{"exponent", with(`"timeoutMs": 4e2`), "b.json:2:32: " + stock + ".timeoutMs: must be a whole number of milliseconds, is 4e2"},
		{"huge", with(`"timeoutMs": 99999999999999999999`), stock + ".timeoutMs: must be at most 86400000, is 99999999999999999999"},
		{"string for ms", with(`"timeoutMs": "400ms"`), stock + `.timeoutMs: is a string; write a whole number of milliseconds, or "timeout": "400ms"`},
		{"null for ms", with(`"timeoutMs": null`), stock + ".timeoutMs: must be a whole number of milliseconds, not null"},
		{"number for duration", with(`"timeout": 400`), stock + `.timeout: must be a duration in quotes, such as "400ms"; a number of milliseconds goes under timeoutMs`},
		{"bad duration", with(`"timeout": "400"`), stock + `.timeout: "400" is no duration; write one such as "400ms" or "2s"`},
		{"zero duration", with(`"timeout": "0s"`), stock + `.timeout: must be more than zero, is 0s`},
		{"negative duration", with(`"timeout": "-1s"`), stock + `.timeout: must be more than zero, is -1s`},
		{"long duration", with(`"timeout": "400h"`), stock + `.timeout: must be at most 24h0m0s, is 400h0m0s`},
		{"both spellings", with(`"timeoutMs": 400, "timeout": "400ms"`), "b.json:2:37: " + stock + ".timeout: timeoutMs on line 2 says the same; keep one of them"},
		{"above total", with(`"timeoutMs": 1001`), "b.json:2:32: " + stock + ".timeoutMs: 1.001s is more than the total budget of 1s"},
		{"both true", with(`"timeoutMs": 1, "core": true, "degradable": true`), "b.json:2:49: " + stock + ": core and degradable are both true; exactly one must be true"},
		{"both false", with(`"timeoutMs": 1, "core": false, "degradable": false`), stock + ": core and degradable are both false; exactly one must be true"},
		{"core word", with(`"timeoutMs": 1, "core": "yes"`), stock + ".core: must be true or false, not a string"},
		{"expected", with(`"timeoutMs": 10, "expectedMs": 11`), stock + ".expectedMs: 11ms is more than the timeout of 10ms"},
		{"slow", with(`"timeoutMs": 10, "slowAfterMs": 10`), stock + ".slowAfterMs: 10ms is never reached: the timeout of 10ms ends the attempt first"},
		{"wait alone", with(`"timeoutMs": 10, "maxWaitMs": 5`), stock + ".maxWaitMs: has no effect without maxConcurrent"},
		{"no places", with(`"timeoutMs": 10, "maxConcurrent": 0`), stock + ".maxConcurrent: must be 1 or more, is 0"},
		{"priority", with(`"timeoutMs": 10, "priority": "high"`), stock + `.priority: must be "low" or "normal"`},
		{"attempts missing", with(`"timeoutMs": 10, "retry": {}`), stock + ".retry: attempts is missing"},
		{"attempts", with(`"timeoutMs": 10, "retry": {"attempts": 0}`), stock + ".retry.attempts: must be 1 or more, is 0"},
		{"cap", with(`"timeoutMs": 10, "retry": {"attempts": 2, "baseMs": 20, "capMs": 10}`), stock + ".retry.capMs: the first wait of 20ms is more than the cap of 10ms"},
		{"ratio", with(`"timeoutMs": 10, "retry": {"attempts": 2, "budgetRatio": 1.5}`), stock + ".retry.budgetRatio: must be above 0 and at most 1, is 1.5"},
		{"rate zero", with(`"timeoutMs": 10, "circuitBreaker": {"failureRateThreshold": 0}`), stock + ".circuitBreaker.failureRateThreshold: must be above 0 and at most 1, is 0"},
		{"rate string", with(`"timeoutMs": 10, "circuitBreaker": {"failureRateThreshold": "half"}`), stock + ".circuitBreaker.failureRateThreshold: must be a number above 0 and at most 1, not a string"},
		{"own window", with(`"timeoutMs": 600, "circuitBreaker": {"windowMs": 1000}`), stock + `.circuitBreaker.windowMs: 1s is less than twice the timeout of "stock-service" (600ms): calls would leave the window before they end`},
		{"open cap", with(`"timeoutMs": 600, "circuitBreaker": {"openDurationMs": 2000, "openCapMs": 1000}`), stock + `.circuitBreaker.openCapMs: the open period of 2s is more than its cap of 1s`},
		{"window", strings.Replace(dashboard, `"minimumRequests"`, `"windowMs": 1599, "minimumRequests"`, 1),
			`b.json:8:66: aggregator.circuitBreaker.windowMs: 1.599s is less than twice the timeout of "order-service" (800ms)`},
		{"breaker list", strings.Replace(dashboard, `"circuitBreaker": {`, `"circuitBreaker": 1, "x": {`, 1), "aggregator.circuitBreaker: must be an object, not a number"},
		{"downstream list", `{"aggregator": {"totalBudgetMs": 1, "downstreams": {"a": []}}}`, `aggregator.downstreams["a"]: must be an object, not an array`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, err := contract.Parse("b.json", []byte(tt.in))
			if err == nil || c != nil {
				t.Fatalf("Parse = %+v, %v; want the error %s", c, err, tt.want)
			}
			if !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error\n%s\nwant\n%s", err, tt.want)
			}
			var pos *contract.PosError
			if !errors.As(err, &pos) || pos.File != "b.json" {
				t.Errorf("%T holds no *PosError", err)
			}
		})
	}
}

// All faults of a file come at once, in its order, one line each, and not without limit.
func TestManyErrors(t *testing.T) {
	_, err := contract.Parse("b.json", []byte(with(`"timeoutMs": 0, "cor": true, "expectedMs": 0`)))
	want := `b.json:2:32: aggregator.downstreams["stock-service"].timeoutMs: must be 1 or more, is 0
b.json:2:35: aggregator.downstreams["stock-service"].cor: unknown key; did you mean core?
b.json:2:62: aggregator.downstreams["stock-service"].expectedMs: must be 1 or more, is 0`
	if err == nil || err.Error() != want {
		t.Errorf("error\n%v\nwant\n%s", err, want)
	}
	_, err = contract.Parse("b.json", []byte(with(strings.Repeat(`"q": 1, `, 1000)+`"timeoutMs": 1`)))
	if n := strings.Count(err.Error(), "\n"); n != 50 {
		t.Errorf("%d lines", n+1)
	}
	if want := "950 more errors from here on"; !strings.HasSuffix(err.Error(), want) {
		t.Errorf("no %q at the end", want)
	}
}

func TestMustLoadPanics(t *testing.T) {
	defer func() {
		if err, ok := recover().(error); !ok || !strings.Contains(err.Error(), "contract:1:1: is empty") {
			t.Errorf("recovered %v", err)
		}
	}()
	contract.MustLoad(nil)
}

// The positions of a file with a byte order mark and Windows line ends are those an editor shows.
func TestPositions(t *testing.T) {
	_, err := contract.Parse("b.json", []byte("\ufeff{\r\n  \"x\": 1\r\n}"))
	if err == nil || !strings.HasPrefix(err.Error(), "b.json:1:1: neither") || !strings.Contains(err.Error(), "\nb.json:2:3: x: unknown key") {
		t.Errorf("error %v", err)
	}
}
