package cases

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Rules are the rules that a case may name, in the order of the printed table.
var Rules = []string{
	"seqcalls", "seqloop", "nodeadline", "detachedctx", "ctxdrop", "overbudget", "timeoutunit", "blindretry",
	"retrystack", "fanout", "allornothing", "coreempty", "slowfallback", "chanleak", "lockedcall", "sharedpool", "rawcall",
}

// report is one finding inside a case's folder.
type report struct {
	dir, file string
	line      int
	rule      string
	text      string
	used      bool // counted for a mark
}

var (
	posn     = regexp.MustCompile(`(\d{3}-[a-z0-9-]+)/(\S+?\.go):(\d+)(?::\d+)?:? ?(.*)`)
	ruleTail = regexp.MustCompile(`\((\w+)(?:/\w+)?\)\s*$`) // "message (rule)" or "message (rule/category)"
)

// readReports returns the findings in r by case, without repetitions. It reads the text of budgetlint or of go vet,
// and the JSON of go vet -json, whose trees it turns into lines that begin with position and analyzer.
func readReports(r io.Reader) (map[string][]*report, error) {
	lines, err := plainLines(r)
	if err != nil {
		return nil, err
	}
	byCase := map[string][]*report{}
	seen := map[report]bool{}
	for _, line := range lines {
		m := posn.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		n, err := strconv.Atoi(m[3])
		if err != nil {
			continue
		}
		key := report{dir: m[1], file: m[2], line: n, rule: ruleOf(m[4])}
		if seen[key] {
			continue
		}
		seen[key] = true
		key.text = m[4]
		byCase[key.dir] = append(byCase[key.dir], &key)
	}
	return byCase, nil
}

// ruleOf returns the rule that a message ends with, else the first known rule that it names, else "?".
func ruleOf(text string) string {
	if m := ruleTail.FindStringSubmatch(text); m != nil && slices.Contains(Rules, m[1]) {
		return m[1]
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return r < 'a' || r > 'z' })
	for _, rule := range Rules {
		if slices.Contains(words, rule) {
			return rule
		}
	}
	return "?"
}

func plainLines(r io.Reader) ([]string, error) {
	var lines, tree []string
	in := bufio.NewScanner(r)
	in.Buffer(nil, 16<<20)
	for in.Scan() {
		line := in.Text()
		switch {
		case strings.HasPrefix(line, "# "), line == "{}" && len(tree) == 0:
			continue
		case len(tree) == 0 && strings.HasPrefix(line, "\t"): // related places and fixes of the finding above
			continue
		case len(tree) == 0 && line != "{":
			lines = append(lines, line)
			continue
		}
		tree = append(tree, line)
		if line != "}" {
			continue
		}
		flat, err := flatten(strings.Join(tree, "\n"))
		if err != nil {
			return nil, err
		}
		lines, tree = append(lines, flat...), nil
	}
	return lines, in.Err()
}

// flatten turns one JSON tree of go vet (package, analyzer, reports) into lines.
func flatten(tree string) ([]string, error) {
	var pkgs map[string]map[string]json.RawMessage
	if err := json.Unmarshal([]byte(tree), &pkgs); err != nil {
		return nil, fmt.Errorf("findings: bad JSON: %w", err)
	}
	var lines []string
	for pkg, analyzers := range pkgs {
		for name, raw := range analyzers {
			var ds []struct{ Posn, Message string }
			if json.Unmarshal(raw, &ds) != nil { // an analyzer that failed has an object with its error here
				return nil, fmt.Errorf("%s: %s: %s", pkg, name, raw)
			}
			for _, d := range ds {
				lines = append(lines, d.Posn+": "+name+": "+d.Message)
			}
		}
	}
	return lines, nil
}
