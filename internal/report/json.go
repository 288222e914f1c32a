package report

import (
	"encoding/json"
	"io"
)

// jsonLines writes one JSON object a line, so that a reader can start before the run has ended.
type jsonLines struct{ w io.Writer }

func (h *jsonLines) Finding(f Finding) error {
	enc := json.NewEncoder(h.w) // Encode ends with a newline
	enc.SetEscapeHTML(false)
	return enc.Encode(f)
}

func (h *jsonLines) End(Run) error { return nil }
