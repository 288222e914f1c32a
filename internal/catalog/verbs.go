package catalog

import (
	"strings"
	"unicode"
)

// ReadVerb says whether a function's name promises to change nothing on the other side: GetUser, BatchGetItems,
// OrderStatus. Camel-case words decide, not substrings ("Listen" does not list). What it does not know is a write.
func ReadVerb(name string) bool {
	words := camelWords(name)
	for len(words) > 1 && leadIns[words[0]] {
		words = words[1:]
	}
	if len(words) == 0 {
		return false
	}
	for i, w := range words[1:] { // GetOrCreate, FindAndModify, FindOneAndUpdate
		if writeVerbs[w] && (words[i] == "or" || words[i] == "and") {
			return false
		}
	}
	first, last := words[0], words[len(words)-1]
	switch {
	case readVerbs[first]:
		return true
	case first == "look" && len(words) > 1 && words[1] == "up":
		return true
	case writeVerbs[first]: // UpdateStatus
		return false
	}
	return last == "status" || last == "info"
}

// leadIns say how, not what.
var leadIns = setOf("batch bulk multi m must try do")

var readVerbs = setOf(`get list find fetch load query search count lookup read describe head exists resolve stat
	convert calculate compute estimate quote nearby recommend preview ping health probe status info
	select retrieve peek compare discover has is contains`)

// writeVerbs matter only where another word of the name says read.
var writeVerbs = setOf(`add append apply cancel claim close commit consume create decr decrement delete del drop
	expire incr increment insert invalidate join kill lock mark modify move patch pop post publish push put refresh
	register remove replace reserve reset restore save send set start stop store submit swap sync touch unlock update upsert
	write`)

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// camelWords cuts HTTPStatusOf_user2 into http, status, of, user2.
func camelWords(name string) []string {
	var words []string
	runes := []rune(name)
	start := 0
	cut := func(end int) {
		if end > start {
			words = append(words, strings.ToLower(string(runes[start:end])))
		}
		start = end
	}
	for i, r := range runes {
		switch {
		case r == '_':
			cut(i)
			start = i + 1
		case i > 0 && unicode.IsUpper(r) &&
			(!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])):
			cut(i)
		}
	}
	cut(len(runes))
	return words
}
