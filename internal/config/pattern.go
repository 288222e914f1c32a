package config

import (
	"errors"
	"fmt"
	"go/types"
	"path"
	"regexp"
	"strings"
)

// Pattern matches functions by package, receiver type and name. Its forms are
//
//	example.com/shop/client.Func            a package-level function
//	example.com/shop/client.(*Client).Get*  a method of Client or *Client; the star before the type is optional
//	example.com/shop/stock.(Service).Get    a method of an interface
//	example.com/corp/....(Client).Do        in every package below example.com/corp, and in it
//
// A * in the name of the function or the type stands for any letters. A promoted method belongs to the type that
// declares it: name that one. The zero Pattern matches nothing.
type Pattern struct {
	text  string
	pkg   string // without /...
	below bool   // pkg ended in /...
	recv  string // "" for package-level functions
	name  string
}

var (
	nameGlob = regexp.MustCompile(`^[\pL_*][\pL\pN_*]*$`)
	// exportedDot is a package path that ends in a type's name, as in example.com/shop/client.Client.
	exportedDot = regexp.MustCompile(`^(.*[^/])\.(\p{Lu}[\pL\pN_]*)$`)
)

// ParsePattern reads one pattern. The error is one line and repeats s.
func ParsePattern(s string) (Pattern, error) {
	p, err := parsePattern(s)
	if err != nil {
		return Pattern{}, fmt.Errorf("bad pattern %s: %w", quote(s), err)
	}
	return p, nil
}

func parsePattern(s string) (Pattern, error) {
	p := Pattern{text: s}
	var ok bool
	if strings.HasPrefix(s, "(") {
		return p, errors.New("the package comes first, as in example.com/shop/client.(*Client).Get")
	}
	if i := strings.Index(s, ".("); i >= 0 {
		p.pkg = s[:i]
		p.recv, p.name, ok = strings.Cut(s[i+2:], ").")
		if !ok {
			return p, errors.New("the receiver is not followed by a method, as in example.com/shop/client.(*Client).Get")
		}
		p.recv = strings.TrimPrefix(p.recv, "*")
		if !nameGlob.MatchString(p.recv) {
			return p, fmt.Errorf("%s is no type name", quote(p.recv))
		}
	} else {
		i := strings.LastIndexByte(s, '.')
		if i < 0 || strings.Contains(s[i:], "/") {
			return p, errors.New("it names no function, as in example.com/shop/client.Get")
		}
		p.pkg, p.name = s[:i], s[i+1:]
		if m := exportedDot.FindStringSubmatch(p.pkg); m != nil {
			return p, fmt.Errorf("a method is written %s.(%s).%s", m[1], m[2], p.name)
		}
	}
	if !nameGlob.MatchString(p.name) {
		return p, fmt.Errorf("%s is no function name", quote(p.name))
	}
	if strings.HasSuffix(p.pkg, "/..") {
		return p, errors.New(`after the package's "/..." comes one more dot, as in example.com/corp/....Get`)
	}
	p.pkg, p.below = strings.CutSuffix(p.pkg, "/...")
	return p, checkPath(p.pkg)
}

// checkPath refuses what cannot be an import path.
func checkPath(pkg string) error {
	switch {
	case pkg == "":
		return errors.New("the package's import path is missing")
	case strings.Contains(pkg, "*"):
		return errors.New(`a package path takes no *; "/..." at its end covers the packages below`)
	case strings.Contains(pkg, "..."):
		return errors.New(`"..." stands at the end of a package path only`)
	case strings.ContainsAny(pkg, " \t\r\n\\\"'`!?()[]{}|;:&") || path.Clean(pkg) != pkg || pkg[0] == '/' || pkg[0] == '.':
		return fmt.Errorf("%s is no import path", quote(pkg))
	}
	return nil
}

// String returns the pattern as it was written.
func (p Pattern) String() string { return p.text }

// Match reports whether fn, or the generic function that it is an instance of, is meant. It may be nil.
func (p Pattern) Match(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil || p.name == "" {
		return false
	}
	if ok, err := path.Match(p.name, fn.Name()); !ok || err != nil {
		return false
	}
	// go vet calls the variant that is compiled with its tests "p [p.test]".
	pkg, _, _ := strings.Cut(fn.Pkg().Path(), " [")
	if pkg != p.pkg && !(p.below && strings.HasPrefix(pkg, p.pkg+"/")) {
		return false
	}
	recv := receiver(fn.Origin())
	if p.recv == "" || recv == "" {
		return p.recv == recv
	}
	ok, err := path.Match(p.recv, recv)
	return ok && err == nil
}

// receiver is the name of the type that declares fn, "" for a package-level function, "?" for a method of a type
// without a name.
func receiver(fn *types.Func) string {
	sig, ok := fn.Type().(*types.Signature)
	if !ok || sig.Recv() == nil {
		return ""
	}
	t := types.Unalias(sig.Recv().Type())
	if ptr, ok := t.(*types.Pointer); ok {
		t = types.Unalias(ptr.Elem())
	}
	if named, ok := t.(*types.Named); ok {
		return named.Obj().Name()
	}
	return "?"
}

// importPrefix is a row of deps: or module:, an import path that may end in /... .
func importPrefix(s string) error {
	if err := checkPath(strings.TrimSuffix(s, "/...")); err != nil {
		return fmt.Errorf("bad pattern %s: %w", quote(s), err)
	}
	return nil
}

// pathPattern compiles a row of exclude:, a slash-separated path below the module's root: a file, a folder (the files
// right in it), or either with * (within one element) and ... (across elements, "dir/..." includes dir).
func pathPattern(s string) (*regexp.Regexp, error) {
	bad := func(why string) (*regexp.Regexp, error) { return nil, fmt.Errorf("bad pattern %s: %s", quote(s), why) }
	clean := strings.TrimSuffix(strings.TrimPrefix(s, "./"), "/")
	switch {
	case clean == "":
		return bad(`it is empty; "..." is the whole module`)
	case strings.ContainsRune(clean, '\\'):
		return bad("paths are written with /")
	case clean[0] == '/' || len(clean) > 1 && clean[1] == ':':
		return bad("it is absolute; paths start at the module's root")
	case strings.HasPrefix(clean, "!"):
		return bad("exclusions cannot be negated")
	case strings.Contains(clean, "**"):
		return bad(`"..." stands for any folders, not **`)
	}
	for elem := range strings.SplitSeq(clean, "/") {
		if elem == ".." || elem == "." || elem == "" {
			return bad("it has an element " + quote(elem))
		}
	}
	expr := regexp.QuoteMeta(clean)
	expr = strings.ReplaceAll(expr, `\.\.\.`, `.*`)
	expr = strings.ReplaceAll(expr, `\*`, `[^/]*`)
	expr = strings.ReplaceAll(expr, `\?`, `[^/]`)
	if strings.HasSuffix(expr, "/.*") {
		expr = strings.TrimSuffix(expr, "/.*") + "(/.*)?"
	}
	re, err := regexp.Compile("^" + expr + "$")
	if err != nil {
		return bad("it is too long")
	}
	return re, nil
}
