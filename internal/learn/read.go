package learn

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// Read reads one file: OpenTelemetry traces as OTLP JSON (one document, or one a line), Jaeger's JSON, or the JSON lines
// that the runtime's record.Slog writes. file is for errors. It gives the client spans only, since those are what a caller
// waits for.
func Read(file string, data []byte) ([]Call, error) {
	var calls []Call
	dec := json.NewDecoder(bytes.NewReader(data))
	for {
		from := dec.InputOffset()
		var raw json.RawMessage
		err := dec.Decode(&raw)
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %v", file, line(data, from+faultIn(data[from:])), err)
		}
		got, err := document(raw)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %v", file, line(data, dec.InputOffset()), err)
		}
		calls = append(calls, got...)
	}
	if len(calls) == 0 {
		return nil, fmt.Errorf("%s: no client spans and no records: want OTLP or Jaeger JSON, or the JSON lines of record.Slog", file)
	}
	return calls, nil
}

// faultIn is where a value that does not parse is wrong. A Decoder does not say it for any but its first value.
func faultIn(data []byte) int64 {
	var syntax *json.SyntaxError
	if err := json.Unmarshal(data, new(json.RawMessage)); errors.As(err, &syntax) {
		return syntax.Offset - 1 // it is behind the fault
	}
	return 0
}

func line(data []byte, offset int64) int {
	return 1 + bytes.Count(data[:min(int(offset), len(data))], []byte("\n"))
}

// document reads one JSON value of any of the forms.
func document(raw json.RawMessage) ([]Call, error) {
	var probe struct {
		ResourceSpans []resourceSpans `json:"resourceSpans"`
		Data          []jaegerTrace   `json:"data"`
		Downstream    *string         `json:"downstream"`
	}
	if err := json.Unmarshal(raw, &probe); err != nil {
		return nil, fmt.Errorf("%v; want an object of OTLP, Jaeger or record.Slog", err)
	}
	switch {
	case probe.ResourceSpans != nil:
		return otlp(probe.ResourceSpans)
	case probe.Data != nil:
		return jaeger(probe.Data), nil
	case probe.Downstream != nil:
		return recordLine(raw)
	}
	return nil, nil // another line of the same log
}

// recordLine reads what record.Slog writes through a slog.JSONHandler.
func recordLine(raw json.RawMessage) ([]Call, error) {
	var r struct {
		Downstream string    `json:"downstream"`
		Status     string    `json:"status"`
		Start      time.Time `json:"start"`
		Took       int64     `json:"took"`
		Attempts   int       `json:"attempts"`
		TraceID    string    `json:"trace_id"`
	}
	if err := json.Unmarshal(raw, &r); err != nil {
		return nil, err
	}
	if r.Attempts == 0 && r.Status != "ok" {
		return nil, nil // it was refused, and never made
	}
	return []Call{{Name: r.Downstream, Group: r.TraceID, Start: r.Start, Took: time.Duration(r.Took), Fault: r.Status != "ok"}}, nil
}

type resourceSpans struct {
	ScopeSpans                  []scopeSpans `json:"scopeSpans"`
	InstrumentationLibrarySpans []scopeSpans `json:"instrumentationLibrarySpans"`
}

type scopeSpans struct {
	Spans []span `json:"spans"`
}

type span struct {
	TraceID, SpanID, ParentSpanID, Name string
	Kind                                json.RawMessage
	StartTimeUnixNano, EndTimeUnixNano  json.RawMessage
	Attributes                          []struct {
		Key   string
		Value struct {
			StringValue string
			IntValue    json.RawMessage
		}
	}
	Status struct{ Code json.RawMessage }
}

func otlp(list []resourceSpans) (calls []Call, err error) {
	for _, r := range list {
		for _, scope := range append(r.ScopeSpans, r.InstrumentationLibrarySpans...) {
			for _, s := range scope.Spans {
				if k := unquote(s.Kind); k != "3" && k != "SPAN_KIND_CLIENT" {
					continue
				}
				start, err1 := strconv.ParseInt(unquote(s.StartTimeUnixNano), 10, 64)
				end, err2 := strconv.ParseInt(unquote(s.EndTimeUnixNano), 10, 64)
				if err := errors.Join(err1, err2); err != nil || end < start {
					return nil, fmt.Errorf("span %s (%s): its times cannot be read", s.SpanID, s.Name)
				}
				tags := map[string]string{}
				for _, a := range s.Attributes {
					tags[a.Key] = a.Value.StringValue
				}
				code := unquote(s.Status.Code)
				calls = append(calls, Call{
					Name: peer(tags, s.Name), Group: s.TraceID + "/" + s.ParentSpanID,
					Start: time.Unix(0, start), Took: time.Duration(end - start), Fault: code == "2" || code == "STATUS_CODE_ERROR",
				})
			}
		}
	}
	return calls, nil
}

// unquote: OTLP writes 64-bit numbers as strings, and exporters do not agree about enumerations.
func unquote(raw json.RawMessage) string { return strings.Trim(string(raw), `"`) }

// peerTags name the other side, best first.
var peerTags = []string{"peer.service", "budgetlint.downstream", "rpc.service", "server.address", "net.peer.name", "http.host", "db.system.name", "db.system", "messaging.system"}

func peer(tags map[string]string, name string) string {
	for _, key := range peerTags {
		if v := tags[key]; v != "" {
			return v
		}
	}
	return name
}

type jaegerTrace struct {
	Spans []struct {
		TraceID, SpanID, OperationName string
		References                     []struct{ RefType, SpanID string }
		StartTime, Duration            int64 // microseconds
		Tags                           []struct {
			Key   string
			Value any
		}
	}
}

func jaeger(traces []jaegerTrace) (calls []Call) {
	for _, t := range traces {
		for _, s := range t.Spans {
			tags := map[string]string{}
			for _, tag := range s.Tags {
				tags[tag.Key] = fmt.Sprint(tag.Value)
			}
			if tags["span.kind"] != "client" {
				continue
			}
			parent := ""
			for _, r := range s.References {
				if r.RefType == "CHILD_OF" || parent == "" {
					parent = r.SpanID
				}
			}
			calls = append(calls, Call{
				Name: peer(tags, s.OperationName), Group: s.TraceID + "/" + parent,
				Start: time.UnixMicro(s.StartTime), Took: time.Duration(s.Duration) * time.Microsecond, Fault: tags["error"] == "true",
			})
		}
	}
	return calls
}
