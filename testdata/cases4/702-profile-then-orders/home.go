package home

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
)

type upstream struct {
	base    string
	timeout time.Duration
	hc      *http.Client
}

func get[T any](ctx context.Context, u *upstream, path string) (v T, err error) {
	ctx, cancel := context.WithTimeout(ctx, u.timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.base+path, nil)
	if err != nil {
		return v, err
	}
	resp, err := u.hc.Do(req)
	if err != nil {
		return v, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return v, fmt.Errorf("%s%s: %s", u.base, path, resp.Status)
	}
	err = json.NewDecoder(resp.Body).Decode(&v)
	return v, err
}

type Profile struct {
	ID       string `json:"id"`
	Customer string `json:"customer"`
}

type Order struct {
	Number string `json:"number"`
}

type Home struct {
	profiles upstream
	orders   upstream
}

func New(profiles, orders string) *Home {
	hc := &http.Client{}
	return &Home{
		profiles: upstream{base: profiles, timeout: 500 * time.Millisecond, hc: hc},
		orders:   upstream{base: orders, timeout: 400 * time.Millisecond, hc: hc},
	}
}

func (h *Home) Show(c *gin.Context) {
	ctx, cancel := context.WithTimeout(c.Request.Context(), 800*time.Millisecond) // alt:overbudget
	defer cancel()
	profile, err := get[Profile](ctx, &h.profiles, "/me/"+c.Param("id"))
	if err != nil {
		c.AbortWithStatus(http.StatusBadGateway)
		return
	}
	orders, err := get[[]Order](ctx, &h.orders, "/customers/"+profile.Customer) // want:overbudget
	if err != nil {
		c.AbortWithStatus(http.StatusBadGateway)
		return
	}
	c.JSON(http.StatusOK, gin.H{"profile": profile, "orders": orders})
}
