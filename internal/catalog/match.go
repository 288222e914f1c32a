package catalog

import (
	"go/types"
	"slices"
	"strings"
	"sync"
)

// Lookup gives the sink that fn is, with its effect decided and Twin spelled out. Literal rows come before shapes, and
// the first matching row wins. fn may be an instance of a generic, or an interface's method; a promoted method is found
// under the type that declares it. Safe for concurrent use.
func Lookup(fn *types.Func) (Sink, bool) { return LookupOn(fn, nil) }

// LookupOn is Lookup for a call whose receiver expression has the static type recv: a command that is given to a
// pipeline resolves to the same method as one that is sent, but goes nowhere yet.
func LookupOn(fn *types.Func, recv types.Type) (Sink, bool) {
	s, ok := subjectOf(fn)
	if !ok {
		return Sink{}, false
	}
	t := tables()
	row, shaped := t.sinks.find(s), false
	if row == nil && s.method && mayHaveShape(s.sig) {
		row, shaped = t.sinks.findShape(s), true
		if row == nil && isTwirpClient(s) {
			row = &twirpRow
		}
	}
	if row == nil || recv != nil && row.NotOn != "" && queues(s, recv, row.NotOn) {
		return Sink{}, false
	}
	sink := row.Sink
	sink.ByShape = shaped
	if sink.Protocol == NotASink {
		return Sink{}, false
	}
	if sink.Effect == ByName {
		sink.Effect = Write
		if ReadVerb(s.name) {
			sink.Effect = Read
		}
	}
	sink.Twin = twin(s, sink.Twin)
	sink.Stream = sink.Stream || shaped && opensStream(s.sig)
	return sink, true
}

// DeriveOf says what fn does to the context it is given.
func DeriveOf(fn *types.Func) (Derive, bool) {
	if s, ok := subjectOf(fn); ok {
		if d := tables().derivers.find(s); d != nil {
			return d.Kind, true
		}
	}
	return 0, false
}

// Make gives the limit of the client that fn returns.
func Make(fn *types.Func) (Maker, bool) {
	if s, ok := subjectOf(fn); ok {
		t := tables()
		m := t.makers.find(s)
		if m == nil {
			m = t.makers.findShape(s)
		}
		if m != nil {
			return *m, true
		}
	}
	return Maker{}, false
}

// Set says whether fn sets a limit or attaches a context.
func Set(fn *types.Func) (Setter, bool) {
	if s, ok := subjectOf(fn); ok {
		if r := tables().setters.find(s); r != nil {
			return *r, true
		}
	}
	return Setter{}, false
}

// SourceOf says how the context of the request being served is had from a value of type t, pointer or not. Stream types
// that gRPC generates are known by their methods.
func SourceOf(t types.Type) (Source, bool) {
	if t == nil {
		return Source{}, false
	}
	named, _ := deref(t).(*types.Named)
	if named == nil || named.Obj().Pkg() == nil {
		return Source{}, false
	}
	path, name := Unvendored(named.Obj().Pkg().Path()), named.Obj().Name()
	if src := tables().sources.at(path, name); src != nil {
		return *src, true
	}
	if iface, ok := named.Underlying().(*types.Interface); ok && hasMethods(iface, "Context", "SendMsg", "RecvMsg", "SetTrailer") {
		return Source{Pkg: path, Type: name, Expr: ".Context()", Request: true}, true
	}
	return Source{}, false
}

// Knows says whether a literal row, of any table, concerns this import path. Generated clients live anywhere and are
// not counted; KnowsPackage sees them.
func Knows(pkgPath string) bool {
	path := Unvendored(pkgPath)
	t := tables()
	return t.sinks.knows(path) || t.derivers.knows(path) || t.makers.knows(path) || t.setters.knows(path)
}

// KnowsPackage says whether pkg is known or may hold generated clients: it names the package of their call options.
// It looks at pkg's own imports only.
func KnowsPackage(pkg *types.Package) bool {
	if Knows(pkg.Path()) {
		return true
	}
	for _, imp := range pkg.Imports() {
		if Knows(imp.Path()) {
			return true
		}
	}
	return false
}

// table holds every row, indexed. It is built once and not changed, but for the memos of paths seen.
type table struct {
	sinks    *index[Row]
	waits    *index[Row]
	derivers *index[Deriver]
	makers   *index[Maker]
	setters  *index[Setter]
	sources  sourceIndex
}

var tables = sync.OnceValue(func() *table {
	return newTable(Rows(), Derivers(), Makers(), Setters(), Sources())
})

func newTable(rows []Row, derivers []Deriver, makers []Maker, setters []Setter, sources []Source) *table {
	return &table{
		sinks:    newIndex(rows, sinkPattern),
		waits:    newIndex(waitRows, func(r *Row) pattern { return pattern{pkg: r.Pkg, recv: r.Recv, names: r.Names} }),
		derivers: newIndex(derivers, func(d *Deriver) pattern { return pattern{pkg: d.Pkg, recv: d.Recv, names: d.Names} }),
		makers: newIndex(makers, func(m *Maker) pattern {
			return pattern{pkg: m.Pkg, recv: m.Recv, names: m.Names, shape: m.Shape}
		}),
		setters: newIndex(setters, func(s *Setter) pattern { return pattern{pkg: s.Pkg, recv: s.Recv, names: s.Names} }),
		sources: newSourceIndex(sources),
	}
}

func sinkPattern(r *Row) pattern {
	return pattern{pkg: r.Pkg, recv: r.Recv, names: r.Names, except: r.Except, shape: r.Shape, need: reached(r.Sink)}
}

// reached is the condition that a row's Via puts on the signature, whatever its names match: other versions of a
// library have the same names without a context, and a glob must not take them for what they are not.
func reached(sink Sink) func(*types.Signature) bool {
	switch {
	case sink.Protocol == NotASink:
		return nil
	case sink.Via == ViaArg:
		return func(sig *types.Signature) bool { return ContextParam(sig) >= 0 }
	case sink.Via == ViaRequest:
		return func(sig *types.Signature) bool { return sig.Params().Len() > 0 }
	case sink.Via == ViaNone:
		return func(sig *types.Signature) bool { return ContextParam(sig) != 0 }
	}
	return nil
}

// subject is what is asked about: a function, cut into the parts that rows name.
type subject struct {
	fn     *types.Func
	path   string // without vendor prefix
	recv   string // "" for a function, "?" for a method of an unnamed interface
	name   string
	method bool
	sig    *types.Signature
}

func subjectOf(fn *types.Func) (subject, bool) {
	if fn == nil || fn.Pkg() == nil { // error.Error
		return subject{}, false
	}
	fn = fn.Origin()
	sig, ok := fn.Type().(*types.Signature)
	if !ok {
		return subject{}, false
	}
	s := subject{fn: fn, path: Unvendored(fn.Pkg().Path()), name: fn.Name(), sig: sig}
	if recv := sig.Recv(); recv != nil {
		s.method, s.recv = true, "?"
		if named, ok := deref(recv.Type()).(*types.Named); ok {
			s.recv = named.Obj().Name()
		}
	}
	return s, true
}

// twin spells the context form of s and proves that this version of the library has it.
func twin(s subject, spelled string) string {
	spelled = strings.Replace(spelled, "+", s.name, 1)
	if spelled == "" || strings.Contains(spelled, ".") { // "DefaultResolver.LookupHost": std, always there
		return spelled
	}
	if !s.method {
		if _, ok := s.fn.Pkg().Scope().Lookup(spelled).(*types.Func); !ok {
			return ""
		}
		return spelled
	}
	obj, _, _ := types.LookupFieldOrMethod(s.sig.Recv().Type(), true, s.fn.Pkg(), spelled)
	if _, ok := obj.(*types.Func); !ok {
		return ""
	}
	return spelled
}

// mayHaveShape is the cheap half of every shape: a context first, or a request and nothing else.
func mayHaveShape(sig *types.Signature) bool {
	if ContextParam(sig) == 0 {
		return true
	}
	if sig.Params().Len() != 1 || sig.Results().Len() != 2 {
		return false
	}
	_, pointer := types.Unalias(sig.Params().At(0).Type()).(*types.Pointer)
	return pointer && isAbstract(sig)
}

// queues reports a receiver of one of the types named.
func queues(s subject, recv types.Type, names string) bool {
	named, ok := deref(recv).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Pkg() != s.fn.Pkg() {
		return false
	}
	return slices.Contains(strings.Fields(names), named.Obj().Name())
}

// opensStream reports a generated method that returns a stream: its first result is an interface with RecvMsg, or a
// named interface or generic stream whose name says so.
func opensStream(sig *types.Signature) bool {
	if sig.Results().Len() == 0 {
		return false
	}
	named, ok := deref(sig.Results().At(0).Type()).(*types.Named)
	if !ok {
		return false
	}
	name := named.Obj().Name()
	if strings.HasSuffix(name, "StreamForClient") { // connect
		return true
	}
	iface, ok := named.Underlying().(*types.Interface)
	return ok && (hasMethods(iface, "RecvMsg") || strings.HasSuffix(name, "Client") || strings.HasSuffix(name, "ClientStream"))
}

var twirpRow = Row{Sink: Sink{Protocol: RPC, Via: ViaArg, Limit: LimitConn}}

// isTwirpClient recognises a method of a service interface that Twirp generated: Haberdasher, where the same package
// has
//
//	func NewHaberdasherProtobufClient(baseURL string, client HTTPClient, …) Haberdasher
//
// The server implements the same interface, but nothing calls a server through it save its own generated handler.
func isTwirpClient(s subject) bool {
	if s.sig.Params().Len() != 2 || ContextParam(s.sig) != 0 {
		return false
	}
	named, ok := deref(s.sig.Recv().Type()).(*types.Named)
	if !ok || !types.IsInterface(named) {
		return false
	}
	maker, ok := s.fn.Pkg().Scope().Lookup("New" + s.recv + "ProtobufClient").(*types.Func)
	if !ok {
		return false
	}
	sig := maker.Type().(*types.Signature)
	if sig.Results().Len() != 1 || sig.Params().Len() < 2 || !types.Identical(sig.Results().At(0).Type(), named) {
		return false
	}
	doer, ok := sig.Params().At(1).Type().Underlying().(*types.Interface)
	return ok && hasMethods(doer, "Do")
}
