package content

import (
	"archive/zip"
	"context"
	"fmt"
	"path"

	"github.com/minio/minio-go/v7"
	"golang.org/x/sync/errgroup"
)

type Store struct {
	mc     *minio.Client
	bucket string
}

func (s *Store) put(ctx context.Context, folder string, f *zip.File) error {
	rc, err := f.Open()
	if err != nil {
		return err
	}
	defer rc.Close()
	size := int64(f.UncompressedSize64)
	_, err = s.mc.PutObject(ctx, s.bucket, path.Join(folder, f.Name), rc, size, minio.PutObjectOptions{})
	if err != nil {
		return fmt.Errorf("%s: %w", f.Name, err)
	}
	return nil
}

func (s *Store) Publish(ctx context.Context, folder string, archive *zip.Reader) error {
	eg, ctx := errgroup.WithContext(ctx)
	for _, f := range archive.File {
		if f.FileInfo().IsDir() {
			continue
		}
		eg.Go(func() error { return s.put(ctx, folder, f) }) // want:fanout
	}
	return eg.Wait()
}
