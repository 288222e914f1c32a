package seqloop

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"

	"github.com/spf13/console"
)

// What a callee prints comes out in the order of the rounds.

func (s *Shop) show(ctx context.Context, ids []string) error {
	for _, id := range ids {
		if err := s.showOne(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

func (s *Shop) showOne(ctx context.Context, id string) error {
	price, err := s.cents(ctx, id)
	if err != nil {
		return err
	}
	line(id, price)
	return nil
}

func line(id string, price int) { fmt.Println(id, price) }

func (s *Shop) cat(ctx context.Context, ids []string) error {
	for _, id := range ids {
		if err := s.catOne(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

func (s *Shop) catOne(ctx context.Context, id string) error {
	resp, err := s.price(ctx, id)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = io.Copy(os.Stdout, resp.Body)
	return err
}

type streams struct{ out io.Writer }

func (s *Shop) report(ctx context.Context, io streams, ids []string) error {
	for _, id := range ids {
		if err := s.reportOne(ctx, io, id); err != nil {
			return err
		}
	}
	return nil
}

func (s *Shop) reportOne(ctx context.Context, io streams, id string) error {
	price, err := s.cents(ctx, id)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(io.out, "%s %d\n", id, price)
	return err
}

func (s *Shop) into(ctx context.Context, w io.Writer, ids []string) error {
	for _, id := range ids {
		if err := s.intoOne(ctx, w, id); err != nil {
			return err
		}
	}
	return nil
}

func (s *Shop) intoOne(ctx context.Context, w io.Writer, id string) error {
	price, err := s.cents(ctx, id)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(w, id, price)
	return err
}

// A printer out of sight is known by its name.
func (s *Shop) coloured(ctx context.Context, ids []string) error {
	for _, id := range ids {
		if err := s.colouredOne(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

func (s *Shop) colouredOne(ctx context.Context, id string) error {
	price, err := s.cents(ctx, id)
	if err != nil {
		return err
	}
	console.Println(id, price)
	return nil
}

// A log has the order of time, and nobody asks for another.

func (s *Shop) logged(ctx context.Context, ids []string) (sum int) {
	for _, id := range ids {
		price, _ := s.loggedOne(ctx, id) // want `once for each of ids`
		sum += price
	}
	return sum
}

func (s *Shop) loggedOne(ctx context.Context, id string) (int, error) {
	price, err := s.cents(ctx, id)
	if err != nil {
		return 0, fmt.Errorf("price: %w", err)
	}
	log.Printf("%s costs %d", id, price)
	logf("%s costs %d", id, price)
	if verbose {
		fmt.Println(id, price)
	}
	_, _ = io.WriteString(io.Discard, id)
	return price, nil
}

var verbose bool

func logf(format string, args ...any) { fmt.Fprintf(os.Stderr, format, args...) }

// A function that a package variable holds has no name of its own.
var tell = func(id string) { fmt.Println(id) }

func (s *Shop) told(ctx context.Context, ids []string) (sum int) {
	for _, id := range ids {
		price, _ := s.cents(ctx, id)
		tell(id)
		sum += price
	}
	return sum
}
