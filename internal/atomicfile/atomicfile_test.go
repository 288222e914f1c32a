package atomicfile

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func names(t *testing.T, dir string) string {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range list {
		all = append(all, e.Name())
	}
	return strings.Join(all, " ")
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "ü b%.txt")
	if err := Write(name, []byte("1")); err != nil {
		t.Fatal(err)
	}
	plain := filepath.Join(dir, "plain")
	if err := os.WriteFile(plain, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	mode := func(name string) fs.FileMode {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		return info.Mode()
	}
	if a, b := mode(name), mode(plain); a != b {
		t.Errorf("a new file has mode %v, others have %v", a, b)
	}
	if err := os.Chmod(name, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := Write(name, []byte("22")); err != nil {
		t.Fatal(err)
	}
	if got := read(t, name); got != "22" || runtime.GOOS != "windows" && mode(name) != 0o640 {
		t.Errorf("%q, mode %v", got, mode(name))
	}
	if got := names(t, dir); got != "plain ü b%.txt" {
		t.Errorf("left behind: %s", got)
	}
}

func TestAbort(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	if err := Write(name, []byte("old")); err != nil {
		t.Fatal(err)
	}
	f, err := Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte("half")); err != nil {
		t.Fatal(err)
	}
	f.Abort()
	f.Abort()
	if got := read(t, name) + " " + names(t, dir); got != "old a" {
		t.Errorf("after Abort: %s", got)
	}
	f, err = Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	f.Abort()
	if got := read(t, name) + " " + names(t, dir); got != " a" {
		t.Errorf("after Commit and Abort: %s", got)
	}
}

func TestSymlink(t *testing.T) {
	dir := t.TempDir()
	real, link := filepath.Join(dir, "real"), filepath.Join(dir, "link")
	if err := Write(real, []byte("old")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real", link); err != nil {
		t.Skip(err)
	}
	if err := Write(link, []byte("new")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 || read(t, real) != "new" {
		t.Errorf("%v, %v, %s", info, err, read(t, real))
	}
}

func TestDevice(t *testing.T) {
	if err := Write(os.DevNull, []byte("x")); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(os.DevNull); err != nil {
		t.Error(err)
	}
}

func TestErrors(t *testing.T) {
	dir := t.TempDir()
	locked := filepath.Join(dir, "locked")
	if err := os.WriteFile(locked, []byte("x"), 0o444); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		dir:                            "is a directory",
		filepath.Join(dir, "no", "a"):  "no such file or directory",
		filepath.Join(locked, "a"):     "not a directory",
		locked:                         "is read-only",
		filepath.Join(dir, "a\x00b"):   "invalid argument",
		filepath.Join(dir, "", "", ""): "is a directory",
	} {
		err := Write(name, nil)
		if err == nil || runtime.GOOS != "windows" && !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), name) || strings.Contains(err.Error(), ".tmp") {
			t.Errorf("%q: %v, want %s", name, err, want)
		}
	}
	if got := names(t, dir); got != "locked" {
		t.Errorf("left behind: %s", got)
	}
}

// Whoever reads while others write sees one text or another, whole.
func TestTogether(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	text := func(n byte) []byte { return bytes.Repeat([]byte{'a' + n}, 1<<16) }
	if err := Write(name, text(0)); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	errs := make(chan error, 100)
	for n := range byte(4) {
		wg.Go(func() {
			for range 10 {
				if err := Write(name, text(n)); err != nil {
					errs <- err
				}
				data, err := os.ReadFile(name)
				if err != nil {
					errs <- err
				} else if len(data) != 1<<16 || !bytes.Equal(data, text(data[0]-'a')) {
					errs <- fmt.Errorf("a mixture of %d bytes", len(data))
				}
			}
		})
	}
	wg.Wait()
	close(errs)
	for err := range errs {
		t.Error(err)
	}
}
