package detachedctx

import (
	"context"

	"github.com/gin-gonic/gin"
	"github.com/go-resty/resty/v2"
	"gorm.io/gorm"
)

type order struct{ ID string }

func chained(ctx context.Context, rc *resty.Client, url string) (o order, err error) {
	_, err = rc.R().SetContext(context.Background()).SetResult(&o).Get(url) // want `although ctx is at hand`
	return o, err
}

// The setter is a statement of its own.
func stepwise(c *gin.Context, rc *resty.Client, url string) error {
	req := rc.R()
	req.SetContext(context.TODO()) // want `although c.Request.Context\(\) is at hand`
	_, err := req.Post(url)
	return err
}

func mapped(ctx context.Context, db *gorm.DB, id string) (o order, err error) {
	err = db.WithContext(context.TODO()).Where("id = ?", id).First(&o).Error // want `although ctx is at hand`
	return o, err
}

type mailer struct{ rc *resty.Client }

func (m *mailer) request() *resty.Request { return m.rc.R().SetContext(context.Background()) }

func (m *mailer) requestIn(ctx context.Context) *resty.Request {
	req := m.rc.R()
	req.SetContext(ctx)
	return req
}

// The builder begins in a helper, which makes the root.
func (m *mailer) template(ctx context.Context, url string) (t order, err error) {
	_, err = m.request().SetResult(&t).Get(url) // want `m.request\(\) reaches \(\*resty.Request\).Get although ctx is at hand`
	return t, err
}

// The helper attaches what it is given.
func (m *mailer) given(ctx context.Context, url string) error {
	if _, err := m.requestIn(ctx).Get(url); err != nil {
		return err
	}
	_, err := m.requestIn(context.TODO()).Get(url) // want `context.TODO\(\) reaches \(\*resty.Request\).Get although ctx is at hand`
	return err
}
