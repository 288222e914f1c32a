// none: the audit record is sent by a goroutine that keeps the values, drops the cancellation and has its own limit

package transfer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
)

type Auditor struct {
	url string
	hc  *http.Client
}

func NewAuditor(url string) *Auditor { return &Auditor{url: url, hc: &http.Client{}} }

func (a *Auditor) record(ctx context.Context, what string) error {
	body, err := json.Marshal(map[string]string{"event": what})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, a.url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := a.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return errors.New("audit: " + resp.Status)
	}
	return nil
}

func (a *Auditor) later(ctx context.Context, what string) {
	ctx = context.WithoutCancel(ctx)
	go func() {
		ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
		defer cancel()
		if err := a.record(ctx, what); err != nil {
			slog.ErrorContext(ctx, "audit lost", "event", what, "err", err)
		}
	}()
}

type Handler struct{ audit *Auditor }

func (h *Handler) Accept(c echo.Context) error {
	h.audit.later(c.Request().Context(), "accepted "+c.Param("id"))
	return c.NoContent(http.StatusAccepted)
}
