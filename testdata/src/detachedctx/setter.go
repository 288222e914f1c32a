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
