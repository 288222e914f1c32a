package check

import (
	"go/types"
	"strings"
	"sync"

	"github.com/budgetlint/budgetlint/internal/catalog"
)

var loaded struct {
	once sync.Once
	pkgs []*types.Package
	err  error
}

// notRequired are the packages of rows whose module this one does not require, with the reason.
var notRequired = map[string]string{
	otelhttp:                                                          "newer versions have dropped Get, Head, Post and PostForm",
	"github.com/imroc/req/v3":                                         "its modules could not be had when this was written",
	"github.com/micro/go-micro/vN/client":                             "former path of go-micro.dev",
	"github.com/micro/go-micro/vN/metadata":                           "former path of go-micro.dev",
	"github.com/DataDog/dd-trace-go/v2/ddtrace/tracer":                "needs some hundred further modules",
	"gopkg.in/DataDog/dd-trace-go.v1/ddtrace/tracer":                  "needs some hundred further modules",
	"github.com/aws/aws-xray-sdk-go/vN/xray":                          "deprecated",
	"github.com/grpc-ecosystem/go-grpc-middleware/logging/zap/ctxzap": "only in v1, which v2 replaces",
	"github.com/kataras/iris/vN/context":                              "a framework that pins old versions of shared modules",
	"github.com/beego/beego/vN/server/web/context":                    "a framework that pins old versions of shared modules",
	"github.com/astaxie/beego/context":                                "former path of beego",
	"github.com/gobuffalo/buffalo":                                    "a framework that pins old versions of shared modules",
	"github.com/pocketbase/pocketbase/core":                           "needs a newer Go",
}

const otelhttp = "go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"

// former are import paths that a library has left; the names that it gained since are not there.
var former = map[string]bool{
	"github.com/go-redis/redis/vN": true,
	"github.com/Shopify/sarama":    true,
}

// stdPackages are the import paths without a dot in their first element.
func stdPackages() []string {
	var out []string
	seen := map[string]bool{}
	for _, r := range collect() {
		first, _, _ := strings.Cut(r.Pkg, "/")
		if !strings.Contains(first, ".") && !seen[r.Pkg] {
			seen[r.Pkg] = true
			out = append(out, r.Pkg)
		}
	}
	return out
}

// concerns reports whether a row's package pattern covers a path.
func concerns(pattern, path string) bool {
	pattern, below := strings.CutSuffix(pattern, "/...")
	if strings.Contains(pattern+"/", "/vN/") {
		pattern, path = plain(pattern), plain(path)
	}
	return path == pattern || below && strings.HasPrefix(path, pattern+"/")
}

func plain(path string) string {
	var kept []string
	for _, e := range strings.Split(path, "/") {
		if e == "vN" || len(e) > 1 && e[0] == 'v' && strings.Trim(e[1:], "0123456789") == "" {
			continue
		}
		kept = append(kept, e)
	}
	return strings.Join(kept, "/")
}

func fits(word, name string) bool {
	before, after, star := strings.Cut(word, "*")
	if !star {
		return word == name
	}
	return len(name) >= len(before)+len(after) && strings.HasPrefix(name, before) && strings.HasSuffix(name, after)
}

func receiver(sig *types.Signature) string {
	if sig.Recv() == nil {
		return ""
	}
	t := types.Unalias(sig.Recv().Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if named, ok := t.(*types.Named); ok {
		return named.Obj().Name()
	}
	return ""
}

func takes(sig *types.Signature, spelled string) bool {
	for v := range sig.Params().Variables() {
		if types.TypeString(v.Type(), nil) == spelled {
			return true
		}
	}
	return false
}

// takesRequest accepts *http.Request and a library's own *Request around one, or an http.Request by another name.
func takesRequest(sig *types.Signature) bool {
	if sig.Params().Len() == 0 {
		return false
	}
	return strings.HasSuffix(types.TypeString(sig.Params().At(0).Type(), nil), ".Request")
}

func twinTakesContext(fn *types.Func, spelled string) bool {
	spelled = strings.Replace(spelled, "+", fn.Name(), 1)
	sig := fn.Type().(*types.Signature)
	var obj types.Object
	if sig.Recv() == nil {
		obj = fn.Pkg().Scope().Lookup(spelled)
	} else {
		obj, _, _ = types.LookupFieldOrMethod(sig.Recv().Type(), true, fn.Pkg(), spelled)
	}
	twin, ok := obj.(*types.Func)
	return ok && catalog.ContextParam(twin.Type().(*types.Signature)) >= 0
}

// leadsToContext follows ".Request.Context()" from a type.
func leadsToContext(t types.Type, expr string) bool {
	for _, step := range strings.Split(expr, ".") {
		if step == "" {
			continue
		}
		name, call := strings.CutSuffix(step, "()")
		obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		if obj == nil {
			return false
		}
		t = obj.Type()
		if call {
			sig, ok := t.(*types.Signature)
			if !ok || sig.Results().Len() == 0 {
				return false
			}
			t = sig.Results().At(0).Type()
		}
	}
	for _, m := range []string{"Deadline", "Done", "Err", "Value"} {
		if obj, _, _ := types.LookupFieldOrMethod(t, true, nil, m); obj == nil {
			return false
		}
	}
	return true
}
