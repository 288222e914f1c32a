package callplan

import (
	"go/types"
	"slices"
	"strings"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// serves: a method of a type that embeds a generated Unimplemented…Server or …Handler and answers one of its calls.
func (m *model) serves(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	if recv == nil || !fn.Exported() || syntax.CtxParam(fn.Signature()) < 0 && !streams(fn.Signature()) {
		return false
	}
	name := syntax.NameOf(recv.Type())
	if name == nil {
		return false
	}
	var from []*types.Package // what is embedded comes from
	if st, ok := name.Type().Underlying().(*types.Struct); ok {
		for f := range st.Fields() {
			n := syntax.NameOf(f.Type())
			if !f.Embedded() || n == nil || !generated(n.Name()) {
				continue
			}
			if hasMethod(n.Type(), fn.Name()) {
				return true
			}
			if n.Pkg() != nil && n.Pkg() != m.Types { // an UnsafeXServer says only which package X is in
				from = append(from, n.Pkg())
			}
		}
	}
	sig := fn.Signature()
	if sig.Params().Len() == 2 && sig.Results().Len() == 2 && connects(sig.Params().At(1).Type()) && connects(sig.Results().At(0).Type()) {
		return true
	}
	return m.implements(fn, name, from)
}

// implements: the method is one of an interface that a generator made for services, and its type has the others as well.
//
//	func (s *CartService) GetCart(ctx context.Context, in *pb.GetCartRequest, out *pb.Cart) error    // pb.CartServiceHandler
//	func (r *queryResolver) Orders(ctx context.Context, id string) ([]*Order, error)                 // generated.QueryResolver
func (m *model) implements(fn *types.Func, recv *types.TypeName, in []*types.Package) bool {
	if strings.HasSuffix(recv.Name(), "Resolver") {
		in = append(slices.Clip(m.Types.Imports()), m.Types)
	} else if sig := fn.Signature(); sig.Params().Len() > 1 {
		if n := syntax.NameOf(sig.Params().At(1).Type()); n != nil && n.Pkg() != nil && n.Pkg() != m.Types {
			in = append(in, n.Pkg())
		}
	}
	for _, pkg := range in {
		for _, iface := range m.servicesOf(pkg) {
			if hasMethod(iface, fn.Name()) && types.Implements(types.NewPointer(recv.Type()), iface.Underlying().(*types.Interface)) {
				return true
			}
		}
	}
	return false
}

// servicesOf are the interfaces of a package that services implement: XServer and XHandler of a protobuf service, XResolver
// of a gqlgen schema.
func (m *model) servicesOf(pkg *types.Package) (list []types.Type) {
	if list, ok := m.services[pkg]; ok {
		return list
	}
	schema := pkg.Scope().Lookup("NewExecutableSchema") != nil
	for _, name := range pkg.Scope().Names() {
		resolver := strings.HasSuffix(name, "Resolver")
		if resolver != schema || !resolver && !strings.HasSuffix(name, "Server") && !strings.HasSuffix(name, "Handler") {
			continue
		}
		tn, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || !tn.Exported() || !types.IsInterface(tn.Type()) || tn.Type().Underlying().(*types.Interface).NumMethods() == 0 {
			continue
		}
		if resolver || pkg.Scope().Lookup("Register"+name) != nil || pkg.Scope().Lookup("New"+name) != nil {
			list = append(list, tn.Type())
		}
	}
	m.services[pkg] = list
	return list
}

// generated: the names that protoc-gen-go-grpc and its kind give to what a service embeds.
func generated(name string) bool {
	return strings.HasPrefix(name, "Unimplemented") || strings.HasPrefix(name, "Unsafe") || strings.HasSuffix(name, "Server")
}

func hasMethod(t types.Type, name string) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	_, ok := obj.(*types.Func)
	return ok
}

func connects(t types.Type) bool {
	n := syntax.NameOf(t)
	return n != nil && n.Pkg() != nil && strings.HasSuffix(n.Pkg().Path(), "connectrpc.com/connect") && (n.Name() == "Request" || n.Name() == "Response")
}

func streams(sig *types.Signature) bool {
	for p := range sig.Params().Variables() {
		if n := syntax.NameOf(p.Type()); n != nil && (strings.HasSuffix(n.Name(), "Server") || n.Name() == "ServerStreamingServer") {
			return true
		}
	}
	return false
}
