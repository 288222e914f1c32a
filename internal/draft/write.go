package draft

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/budgetlint/budgetlint/internal/callplan"
	"github.com/budgetlint/budgetlint/internal/planview"
	"github.com/budgetlint/budgetlint/runtime/contract"
)

// Draft is a contract as text, with what its author is not sure of.
type Draft struct {
	Text  []byte
	Added []string // downstreams that were not there before
	Notes []string // one fact each
}

// Write drafts a contract for all that the entry points call. old is the text of the file so far, nil for none; what it
// says stays as it is, byte for byte, and what is new is added to its only aggregator.
func Write(file string, entries []planview.Entry, old []byte) (*Draft, error) {
	deps := Dependencies(entries)
	d := &Draft{}
	if old == nil {
		d.fresh(entries, deps)
		return d, nil
	}
	c, err := contract.Parse(file, old)
	if err != nil {
		return nil, err
	}
	if len(c.Aggregators) != 1 {
		return nil, fmt.Errorf("%s has %d aggregators: it cannot be told which one a new downstream belongs to; add it by hand, and let budgetlint contract -check compare", file, len(c.Aggregators))
	}
	a := &c.Aggregators[0]
	var rows []string
	for _, dep := range deps {
		if a.Downstream(dep.Name) == nil {
			rows = append(rows, d.row(dep, a.TotalBudget))
			d.Added = append(d.Added, dep.Name)
		}
	}
	if d.Text, err = insert(old, rows); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if _, err := contract.Parse(file, d.Text); err != nil {
		return nil, fmt.Errorf("the contract with %s added would not hold: %w", strings.Join(d.Added, ", "), err)
	}
	return d, nil
}

// fresh writes a whole file.
func (d *Draft) fresh(entries []planview.Entry, deps []Dependency) {
	total, margin := guessTotal, guessMargin
	said := false
	for _, e := range entries {
		if e.Total > 0 && (!said || e.Total > total) {
			total, margin, said = e.Total, e.Margin, true
		}
	}
	if own, at := ownTotal(entries); !said && own > margin {
		total, said = own, true
		d.Notes = append(d.Notes, fmt.Sprintf("totalBudgetMs %s is the longest deadline that an entry point gives itself (%s), and safetyMarginMs %s a guess", ms(total), at, ms(margin)))
	}
	if !said {
		d.Notes = append(d.Notes, fmt.Sprintf("totalBudgetMs %s and safetyMarginMs %s are guesses: nothing in the code says how long an answer may take", ms(total), ms(margin)))
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\n  \"aggregator\": {\n    \"totalBudgetMs\": %s,\n    \"safetyMarginMs\": %s,\n    \"downstreams\": {", ms(total), fmt.Sprint(margin.Milliseconds()))
	for i, dep := range deps {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n      " + d.row(dep, total))
		d.Added = append(d.Added, dep.Name)
	}
	b.WriteString("\n    },\n    \"circuitBreaker\": { \"failureRateThreshold\": 0.5, \"minimumRequests\": 20, \"openDurationMs\": 10000, \"halfOpenProbeCount\": 3 }\n  }\n}\n")
	d.Text = b.Bytes()
}

// ownTotal is the longest deadline that an entry point puts around all that it does.
func ownTotal(entries []planview.Entry) (longest time.Duration, at string) {
	for i := range entries {
		n := entries[i].Plan
		for n != nil && n.Kind == callplan.Seq && len(n.Kids) == 1 {
			n = &n.Kids[0]
		}
		if n != nil && n.Kind == callplan.Bounded && n.Name == "" && n.Time.D > longest {
			longest, at = n.Time.D, n.At
		}
	}
	return longest, at
}

// row is the line of one downstream.
func (d *Draft) row(dep Dependency, total time.Duration) string {
	timeout := dep.Timeout
	where := strings.Join(dep.Places[:min(len(dep.Places), 3)], ", ")
	switch {
	case timeout == 0:
		timeout = min(guessTimeout, total)
		d.Notes = append(d.Notes, fmt.Sprintf("%s: timeoutMs %s is a guess: no call of it has a timeout that is known (%s)", dep.Name, ms(timeout), where))
	case timeout > total:
		d.Notes = append(d.Notes, fmt.Sprintf("%s: timeoutMs is the total: the code gives it %s ms (%s)", dep.Name, ms(timeout), where))
		timeout = total
	}
	if dep.Guessed {
		d.Notes = append(d.Notes, fmt.Sprintf("%s: the name is a guess (%s); //budgetlint:downstream name=… on the function that calls it gives it one", dep.Name, where))
	}
	if !dep.Core {
		d.Notes = append(d.Notes, fmt.Sprintf("%s: degradable, since its error is ignored wherever it is called (%s)", dep.Name, where))
	}
	name, _ := json.Marshal(dep.Name)
	return fmt.Sprintf("%s: { \"timeoutMs\": %s, \"core\": %t, \"degradable\": %t }", name, ms(timeout), dep.Core, !dep.Core)
}

// insert adds rows at the end of the object "downstreams", laid out as the file is: all else stays as it was written.
func insert(text []byte, rows []string) ([]byte, error) {
	if len(rows) == 0 {
		return text, nil
	}
	begin, end, err := downstreams(text)
	if err != nil {
		return nil, err
	}
	at := begin + len(bytes.TrimRight(text[begin:end], " \t\r\n")) // behind the last row
	newline, empty := "\n", at == begin
	if bytes.Contains(text, []byte("\r\n")) {
		newline = "\r\n"
	}
	lines := bytes.ContainsRune(text[begin:end], '\n')
	if empty {
		lines = bytes.ContainsRune(bytes.TrimSpace(text), '\n')
	}
	var b bytes.Buffer
	b.Write(text[:at])
	switch {
	case lines && empty:
		indent := indentOf(text, begin)
		unit := "  "
		if strings.Contains(indent, "\t") {
			unit = "\t"
		}
		b.WriteString(newline + indent + unit + strings.Join(rows, ","+newline+indent+unit) + newline + indent)
		at = end
	case lines:
		between := "," + newline + indentOf(text, at)
		b.WriteString(between + strings.Join(rows, between))
	case empty:
		b.WriteString(" " + strings.Join(rows, ", ") + " ")
		at = end
	default:
		b.WriteString(", " + strings.Join(rows, ", "))
	}
	b.Write(text[at:])
	return b.Bytes(), nil
}

// indentOf is the white space in front of the line that at is in.
func indentOf(text []byte, at int) string {
	line := text[bytes.LastIndexByte(text[:at], '\n')+1 : at]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// downstreams finds what is between the braces of the first object under the key "downstreams".
func downstreams(text []byte) (from, to int, err error) {
	type value struct {
		key    string
		object bool
		begin  int
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	var around []value
	key := "" // that was read last, while its value was not
	for {
		tok, err := dec.Token()
		if err != nil {
			return 0, 0, fmt.Errorf("no object \"downstreams\": %w", err)
		}
		inObject := len(around) > 0 && around[len(around)-1].object
		switch tok {
		case json.Delim('{'), json.Delim('['):
			around = append(around, value{key, tok == json.Delim('{'), int(dec.InputOffset())})
			key = ""
		case json.Delim('}'), json.Delim(']'):
			top := around[len(around)-1]
			around = around[:len(around)-1]
			if top.key == "downstreams" && top.object && !slices.ContainsFunc(around, func(v value) bool { return v.key == "downstreams" }) {
				return top.begin, int(dec.InputOffset()) - 1, nil
			}
		default:
			if name, ok := tok.(string); ok && inObject && key == "" {
				key = name
			} else {
				key = ""
			}
		}
	}
}
