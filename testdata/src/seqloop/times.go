package seqloop

import "context"

// StockService says how long it may take.
type StockService interface {
	//budgetlint:downstream name=stock read timeout=100ms
	GetStock(ctx context.Context, id string) (int, error)
	//budgetlint:downstream name=shelf read timeout=250ms
	FindShelf(ctx context.Context, id string) (string, error)
}

func counted(ctx context.Context, s StockService) (left []int, err error) {
	for _, id := range []string{"hat", "coat", "scarf", "glove", "sock"} {
		n, err := s.GetStock(ctx, id) // want `once for each of a fixed list, 5 × 100ms = 500ms at worst; no round`
		if err != nil {
			return nil, err
		}
		left = append(left, n)
	}
	return left, nil
}

func shelves(ctx context.Context, s StockService, ids []string) (all []string, err error) {
	for _, id := range ids {
		n, err := s.GetStock(ctx, id) // want `once for each of ids \(a parameter of shelves\), and for seqloop.StockService.FindShelf, 350ms each at worst; no round`
		if err != nil {
			return nil, err
		}
		shelf, err := s.FindShelf(ctx, id)
		if err != nil {
			return nil, err
		}
		if n > 0 {
			all = append(all, shelf)
		}
	}
	return all, nil
}
