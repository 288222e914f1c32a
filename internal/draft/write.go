package draft

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

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

// insert adds rows at the end of the object "downstreams".
func insert(text []byte, rows []string) ([]byte, error) {
	if len(rows) == 0 {
		return text, nil
	}
	end, empty, err := endOfDownstreams(text)
	if err != nil {
		return nil, err
	}
	at := end // behind the last row, before the white space in front of the brace
	for at > 0 && strings.IndexByte(" \t\r\n", text[at-1]) >= 0 {
		at--
	}
	indent := indentOf(text, at, empty)
	var b bytes.Buffer
	b.Write(text[:at])
	for i, row := range rows {
		if i > 0 || !empty {
			b.WriteByte(',')
		}
		b.WriteString("\n" + indent + row)
	}
	rest := text[at:]
	if !bytes.ContainsRune(text[at:end], '\n') {
		rest = append([]byte("\n"+indent[:max(len(indent)-2, 0)]), text[end:]...)
	}
	b.Write(rest)
	return b.Bytes(), nil
}

// indentOf is the white space in front of the line that ends at at.
func indentOf(text []byte, at int, empty bool) string {
	line := text[bytes.LastIndexByte(text[:at], '\n')+1 : at]
	indent := string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
	if empty {
		indent += "  "
	}
	return indent
}

// endOfDownstreams is the offset of the brace that closes the first object under the key "downstreams".
func endOfDownstreams(text []byte) (end int, empty bool, err error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	var keys []string // the key of each object around; "" for an array
	var isKey []bool
	var begin int64
	last := ""
	for {
		tok, err := dec.Token()
		if err != nil {
			return 0, false, fmt.Errorf("no object \"downstreams\": %w", err)
		}
		switch t := tok.(type) {
		case json.Delim:
			switch t {
			case '{', '[':
				keys, isKey = append(keys, last), append(isKey, t == '{')
				last = ""
				begin = dec.InputOffset()
				continue
			default:
				key := keys[len(keys)-1]
				if key == "downstreams" && t == '}' && !slices.Contains(keys[:len(keys)-1], "downstreams") {
					end := int(dec.InputOffset()) - 1
					return end, len(bytes.TrimSpace(text[begin:end])) == 0, nil
				}
				keys, isKey = keys[:len(keys)-1], isKey[:len(isKey)-1]
			}
			if len(isKey) > 0 {
				last = ""
			}
		case string:
			if len(isKey) > 0 && isKey[len(isKey)-1] && last == "" {
				last = t
				continue
			}
			last = ""
		default:
			last = ""
		}
	}
}
