// none: the call in the error branch undoes the reservation, it is no second answer

package checkout

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

type Checkout struct {
	stock, charges string
	hc             *http.Client
}

func New(stock, charges string) *Checkout {
	return &Checkout{stock: stock, charges: charges, hc: &http.Client{Timeout: 2 * time.Second}}
}

func (c *Checkout) send(ctx context.Context, method, url, order string) error {
	req, err := http.NewRequestWithContext(ctx, method, url, strings.NewReader(order))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", order)
	resp, err := c.hc.Do(req)
	if err != nil {
		return err
	}
	resp.Body.Close()
	if resp.StatusCode >= http.StatusMultipleChoices {
		return fmt.Errorf("%s %s: %s", method, url, resp.Status)
	}
	return nil
}

func (c *Checkout) Place(ctx context.Context, order string) error {
	if err := c.send(ctx, http.MethodPut, c.stock+"/reservations/"+order, order); err != nil {
		return fmt.Errorf("reserve: %w", err)
	}
	if err := c.send(ctx, http.MethodPost, c.charges, order); err != nil {
		undo, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		return errors.Join(
			fmt.Errorf("charge: %w", err),
			c.send(undo, http.MethodDelete, c.stock+"/reservations/"+order, order),
		)
	}
	return nil
}
