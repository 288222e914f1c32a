package planview

import "html/template"

// legend is how something looks, and what it means.
type legend struct {
	Bars []bar
	Tag  string
	Text string
}

// legends explain the marks in the order in which one meets them.
var legends = []legend{
	{Bars: []bar{{"wait", wide(0, 100)}}, Text: "how long the caller may have to wait"},
	{Bars: []bar{{"bar core", wide(4, 92)}}, Text: "a call that the answer needs (core), as long as it may take"},
	{Bars: []bar{{"bar degradable", wide(4, 92)}}, Text: "a call that the answer can do without (degradable): half as high"},
	{Bars: []bar{{"bar", wide(4, 92)}}, Text: "a call that nothing calls core or degradable"},
	{Bars: []bar{{"bar open", wide(4, 92)}}, Text: "no limit: nothing ends it"},
	{Bars: []bar{{"bar assumed", wide(4, 92)}}, Text: "hatched: its length, or how many there are, is not known"},
	{Bars: []bar{{"bar", wide(4, 26)}, {"bar", wide(34, 26)}, {"more", wide(62, 34)}}, Text: "one round after the other; the dots are more of the same"},
	{Bars: []bar{{"bar stack", wide(4, 92) + ";--k:3"}}, Text: "several at the same time"},
	{Bars: []bar{{"bar", wide(4, 30)}, {"pause", wide(34, 20)}, {"bar ghost", wide(54, 42)}}, Text: "an attempt, a pause, another attempt if it fails"},
	{Bars: []bar{{"bar maybe", wide(4, 92)}}, Text: "pale: made only under the condition beside its name"},
	{Bars: []bar{{"bar async", wide(4, 92)}}, Text: "dotted: started, and not waited for"},
	{Bars: []bar{{"limit", wide(4, 92)}, {"bar cut", wide(4, 92)}}, Text: "a deadline (line below the bar) ends it"},
	{Bars: []bar{{"bar", wide(4, 92)}, {"usual", wide(4, 40)}}, Text: "white line: how long it usually takes, by the contract"},
	{Bars: []bar{{"span", wide(4, 92)}}, Text: "from the first to the last call of a function or group"},
	{Tag: "∥1", Text: "calls with the same number do not need each other: they could be made at the same time"},
	{Bars: []bar{{"due", ""}}, Text: "calls end (dashed), answer due (solid); the tinted part between is the margin"},
}

func wide(left, width int) template.CSS {
	return template.CSS("left:" + percent(float64(left)) + ";width:" + percent(float64(width)))
}
