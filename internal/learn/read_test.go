package learn

import (
	"fmt"
	"strings"
	"testing"
)

const otlpSpan = `{"traceId":"t1","spanId":"s1","parentSpanId":"p1","name":"GET","kind":KIND,"startTimeUnixNano":"1000000000","endTimeUnixNano":"1250000000","attributes":[{"key":"ATTR","value":{"stringValue":"users"}}],"status":{"code":CODE}}`

func otlpOf(spans ...string) string {
	return `{"resourceSpans":[{"scopeSpans":[{"spans":[` + strings.Join(spans, ",") + `]}]}]}`
}

func span1(kind, attr, code string) string {
	return strings.NewReplacer("KIND", kind, "ATTR", attr, "CODE", code).Replace(otlpSpan)
}

func TestRead(t *testing.T) {
	const (
		users  = "users t1/p1 250ms false"
		record = `{"time":"2026-05-04T12:00:00Z","level":"INFO","msg":"call","downstream":"users","status":"ok","start":"2026-05-04T12:00:00Z","took":250000000,"attempts":1,"trace_id":"t1"}`
		trace  = `{"data":[{"traceID":"t1","spans":[
			{"traceID":"t1","spanID":"s1","operationName":"GET","references":[{"refType":"FOLLOWS_FROM","spanID":"p0"},{"refType":"CHILD_OF","spanID":"p1"}],"startTime":1,"duration":250000,"tags":[{"key":"span.kind","value":"client"},{"key":"peer.service","value":"users"}]},
			{"traceID":"t1","spanID":"s2","operationName":"page","startTime":1,"duration":9,"tags":[{"key":"span.kind","value":"server"}]},
			{"traceID":"t1","spanID":"s3","operationName":"SELECT","startTime":1,"duration":1000,"tags":[{"key":"span.kind","value":"client"},{"key":"error","value":true}]}]}]}`
	)
	for _, tt := range []struct{ name, data, want string }{
		{"OTLP", otlpOf(span1("3", "peer.service", "0")), users},
		{"OTLP, words", otlpOf(span1(`"SPAN_KIND_CLIENT"`, "server.address", `"STATUS_CODE_OK"`)), users},
		{"OTLP, failed", otlpOf(span1("3", "peer.service", "2")), "users t1/p1 250ms true"},
		{"OTLP, failed, in words", otlpOf(span1("3", "peer.service", `"STATUS_CODE_ERROR"`)), "users t1/p1 250ms true"},
		{"OTLP, other kinds", otlpOf(span1("2", "peer.service", "0"), span1("1", "peer.service", "0"), span1("3", "rpc.service", "0")), users},
		{"OTLP, no name of the other side", otlpOf(span1("3", "color", "0")), "GET t1/p1 250ms false"},
		{"OTLP, one document a line", otlpOf(span1("3", "peer.service", "0")) + "\n" + otlpOf(span1("3", "peer.service", "0")) + "\n", users + "; " + users},
		{"OTLP, the old name", strings.Replace(otlpOf(span1("3", "peer.service", "0")), "scopeSpans", "instrumentationLibrarySpans", 1), users},
		{"Jaeger", trace, users + "; SELECT t1/ 1ms true"},
		{"records", record + "\n" + strings.Replace(record, `"ok"`, `"timeout"`, 1) + "\n", "users t1 250ms false; users t1 250ms true"},
		{"records among other lines", `{"level":"INFO","msg":"started"}` + "\n" + record, "users t1 250ms false"},
		{"a call that was refused", record + strings.NewReplacer(`"ok"`, `"open"`, `"attempts":1`, `"attempts":0`).Replace(record), "users t1 250ms false"},
	} {
		calls, err := Read("x.json", []byte(tt.data))
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		var got []string
		for _, c := range calls {
			got = append(got, fmt.Sprint(c.Name, " ", c.Group, " ", c.Took, " ", c.Fault))
		}
		if strings.Join(got, "; ") != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, strings.Join(got, "; "), tt.want)
		}
	}
}

// What cannot be read is named by file and line.
func TestReadGarbage(t *testing.T) {
	for _, tt := range []struct{ name, data, want string }{
		{"no JSON", "hello\n", "x.json:1: invalid character 'h' looking for beginning of value"},
		{"empty", "", "x.json: no client spans and no records: want OTLP or Jaeger JSON, or the JSON lines of record.Slog"},
		{"white space", " \n\n", "x.json: no client spans"},
		{"cut off", "{\"level\":\"INFO\"}\n{\"data\":[\n", "x.json:2: unexpected EOF"},
		{"the third line", "{\"a\":1}\n{\"b\":2}\nhello\n", "x.json:3: invalid character 'h'"},
		{"a brace too many", "{\"a\":1}}\n{\"b\":2}\n", "x.json:1: invalid character '}'"},
		{"a list", "{\"a\":1}\n[1,2]\n", "x.json:2: json: cannot unmarshal array"},
		{"other JSON", `{"spans":[]}`, "x.json: no client spans and no records"},
		{"another type", `{"downstream":"users","took":"fast"}`, "x.json:1: json: cannot unmarshal string"},
		{"a span without times", otlpOf(strings.Replace(span1("3", "peer.service", "0"), "1250000000", "soon", 1)), "x.json:1: span s1 (GET): its times cannot be read"},
		{"a span that ends before it begins", otlpOf(strings.Replace(span1("3", "peer.service", "0"), "1250000000", "1", 1)), "x.json:1: span s1 (GET): its times cannot be read"},
		{"a binary file", "\x00\x01\x02", "x.json:1: invalid character"},
	} {
		if _, err := Read("x.json", []byte(tt.data)); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", tt.name, err, tt.want)
		}
	}
}

func TestFold(t *testing.T) {
	for _, same := range [][]string{
		{"ProductCatalogService", "product-catalog-service", "product_catalog_service", "hipstershop.ProductCatalogService", "productcatalogservice:3550"},
		{"user.example.com", "user.example.com:443"},
	} {
		for _, name := range same[1:] {
			if fold(name) != fold(same[0]) {
				t.Errorf("%s is %s, %s is %s", same[0], fold(same[0]), name, fold(name))
			}
		}
	}
	if fold("user.example.com") == fold("stock.example.com") {
		t.Error("two hosts are one")
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(otlpOf(span1("3", "peer.service", "0"))))
	f.Add([]byte(`{"data":[{"spans":[{"tags":[{"key":"span.kind","value":"client"}]}]}]}`))
	f.Add([]byte(`{"downstream":"users","status":"ok","took":1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		calls, err := Read("x", data)
		if err != nil {
			return
		}
		Overlaps(calls)
		Rank([]Finding{{Rule: "seqloop", Names: []string{"users"}}}, calls)
	})
}
