package ctxdrop

import (
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/labstack/echo/v4"
)

func (a api) ginList(c *gin.Context) {
	rows, err := a.db.Query("SELECT 1") // want `so c.Request.Context\(\) cannot end it; QueryContext does`
	if err != nil {
		c.AbortWithStatus(http.StatusInternalServerError)
		return
	}
	rows.Close()
}

func (a api) echoList(c echo.Context) error {
	rows, err := a.db.Query("SELECT 1") // want `so c.Request\(\).Context\(\) cannot end it`
	if err != nil {
		return err
	}
	return rows.Close()
}

// A handler made by a function.
func (a api) list() http.HandlerFunc {
	return func(w http.ResponseWriter, req *http.Request) {
		if _, err := a.db.Exec("SELECT 1"); err != nil { // want `so req.Context\(\) cannot end it`
			w.WriteHeader(http.StatusInternalServerError)
		}
	}
}

// The request is a field of the framework's event.
type event struct {
	Request *http.Request
	Name    string
}

func (a api) onEvent(e *event) error {
	return a.db.Ping() // want `so e.Request.Context\(\) cannot end it`
}
