package nodeadline

import (
	"net/http"
	"testing"
)

func TestRates(t *testing.T) {
	if _, err := http.Get("https://rates.example.com/today"); err != nil {
		t.Skip(err)
	}
}
