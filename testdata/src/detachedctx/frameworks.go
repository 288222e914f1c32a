package detachedctx

import (
	"context"
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/labstack/echo/v4"
)

func (s *shop) showGin(c *gin.Context) {
	_, err := s.db.QueryContext(context.Background(), `SELECT 1`) // want `although c.Request.Context\(\) is at hand`
	if err != nil {
		c.AbortWithStatus(http.StatusInternalServerError)
	}
}

func (s *shop) showEcho(c echo.Context) error {
	return s.db.PingContext(context.TODO()) // want `although c.Request\(\).Context\(\) is at hand`
}

// A middleware returns the handler as a literal.
func (s *shop) checked(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := s.db.PingContext(context.Background()); err != nil { // want `although r.Context\(\) is at hand`
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		next.ServeHTTP(w, r)
	})
}
