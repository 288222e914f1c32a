// Package drive is the part of the real one that fixtures use.
package drive

import (
	"context"

	"google.golang.org/api/googleapi"
)

type Service struct{ Files *FilesService }

type FilesService struct{ s *Service }

type File struct{ Name string }

type FilesGetCall struct{ fileId string }

func (r *FilesService) Get(fileId string) *FilesGetCall { return &FilesGetCall{fileId} }

func (c *FilesGetCall) Context(ctx context.Context) *FilesGetCall { return c }

func (c *FilesGetCall) Fields(s string) *FilesGetCall { return c }

func (c *FilesGetCall) Do(opts ...googleapi.CallOption) (*File, error) { return nil, nil }
