package ctxdrop

import (
	"context"
	"net/http"

	"github.com/go-resty/resty/v2"
	gitlab "gitlab.com/gitlab-org/api/client-go"
	"google.golang.org/api/drive/v3"
	"gorm.io/gorm"
)

type files struct {
	svc *drive.Service
	db  *gorm.DB
	rc  *resty.Client
	gl  *gitlab.Client
}

func (f *files) meta(ctx context.Context, id string) (*drive.File, error) {
	return f.svc.Files.Get(id).Fields("name").Do() // want `\(\*drive.FilesGetCall\).Do runs without a context, although ctx is at hand`
}

func (f *files) rows(ctx context.Context, out *[]item) error {
	return f.db.Where("deleted = ?", false). // want `\(\*gorm.DB\).Find runs without a context`
							Order("name").
							Find(out).
							Error
}

func (f *files) remote(w http.ResponseWriter, r *http.Request) {
	req := f.rc.R().SetHeader("Accept", "application/json")
	if _, err := req.Get("/items"); err != nil { // want `\(\*resty.Request\).Get runs without a context, although r.Context\(\) is at hand`
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

func (f *files) project(ctx context.Context, id int) (*gitlab.Project, error) {
	p, _, err := f.gl.Projects.GetProject(id, nil) // want `GetProject runs without a context`
	return p, err
}

func (f *files) projectWith(ctx context.Context, id int) (*gitlab.Project, error) {
	p, _, err := f.gl.Projects.GetProject(id, &gitlab.GetProjectOptions{}, gitlab.WithHeader("a", "b")) // want `GetProject runs without a context`
	return p, err
}
