package ruledoc

import (
	"fmt"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"strings"
)

// Doc is a rule's doc.go, taken apart.
type Doc struct {
	Sentence string // the package comment's first paragraph, on one line
	Name     string
	Summary  string // what stands after "name: "
	About    []comment.Block
	Sections []Section
}

// Section is one heading with what stands below it.
type Section struct {
	Title  string
	Blocks []comment.Block
}

// required are the sections without which a page is no help.
var required = []string{"Not reported", "Fix"}

// Parse takes the text of a doc.go apart. It fails where the form that the package comment describes is not kept.
func Parse(docGo string) (Doc, error) {
	file, err := parser.ParseFile(token.NewFileSet(), "doc.go", docGo, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		return Doc{}, err
	}
	name := file.Name.Name
	if file.Doc == nil {
		return Doc{}, fmt.Errorf("%s: doc.go has no package comment", name)
	}
	d := Doc{Name: name}
	blocks := new(comment.Parser).Parse(file.Doc.Text()).Content
	if len(blocks) == 0 {
		return Doc{}, fmt.Errorf("%s: doc.go has an empty package comment", name)
	}
	d.Sentence = oneLine(blocks[0])
	if !strings.HasPrefix(d.Sentence, "Package "+name+" reports ") {
		return Doc{}, fmt.Errorf("%s: the package comment must begin with \"Package %s reports \", not %q", name, name, d.Sentence)
	}
	if err := d.divide(blocks[1:]); err != nil {
		return Doc{}, err
	}
	return d, d.complete()
}

// divide gives each block its section; those before the first heading are what the rule is about.
func (d *Doc) divide(blocks []comment.Block) error {
	for _, b := range blocks {
		if h, ok := b.(*comment.Heading); ok {
			title := text(h.Text)
			if title == "Analyzer "+d.Name {
				continue
			}
			if d.Summary == "" {
				return fmt.Errorf("%s: section %q stands before the line \"%s: summary\"", d.Name, title, d.Name)
			}
			d.Sections = append(d.Sections, Section{Title: title})
			continue
		}
		if s, ok := strings.CutPrefix(oneLine(b), d.Name+": "); ok && d.Summary == "" {
			d.Summary = s
			continue
		}
		if d.Summary == "" {
			return fmt.Errorf("%s: after the first paragraph comes the line \"%s: summary\", not %q", d.Name, d.Name, oneLine(b))
		}
		if n := len(d.Sections); n > 0 {
			d.Sections[n-1].Blocks = append(d.Sections[n-1].Blocks, b)
		} else {
			d.About = append(d.About, b)
		}
	}
	return nil
}

func (d *Doc) complete() error {
	if d.Summary == "" {
		return fmt.Errorf("%s: doc.go has no line \"%s: summary\"", d.Name, d.Name)
	}
	if len(d.About) == 0 {
		return fmt.Errorf("%s: doc.go does not say what goes wrong in production", d.Name)
	}
	for _, title := range required {
		if s := d.Section(title); s == nil || len(s.Blocks) == 0 {
			return fmt.Errorf("%s: doc.go has no section \"# %s\"", d.Name, title)
		}
	}
	return nil
}

// Section returns the section with that title, or nil.
func (d *Doc) Section(title string) *Section {
	for i := range d.Sections {
		if d.Sections[i].Title == title {
			return &d.Sections[i]
		}
	}
	return nil
}

// oneLine is a paragraph's plain text on one line, "" for any other block.
func oneLine(b comment.Block) string {
	p, ok := b.(*comment.Paragraph)
	if !ok {
		return ""
	}
	return strings.Join(strings.Fields(text(p.Text)), " ")
}

func text(list []comment.Text) string {
	var b strings.Builder
	for _, t := range list {
		switch t := t.(type) {
		case comment.Plain:
			b.WriteString(string(t))
		case comment.Italic:
			b.WriteString(string(t))
		case *comment.Link:
			b.WriteString(text(t.Text))
		case *comment.DocLink:
			b.WriteString(text(t.Text))
		}
	}
	return b.String()
}
