// Package atomicfile writes a file whole or not at all: whoever reads it sees the old text or the new, also while two
// runs write it at once. It leaves out durability: nothing is synced to the disk.
package atomicfile

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
)

// File is being written. It becomes visible under its name with Commit.
type File struct {
	*os.File
	temp, name string // temp is "" where the name is written directly
}

// Create starts to write name; it fails now if that cannot be done, not after the work of making the content. A device
// or a pipe, such as /dev/stdout, is written directly. Of a symbolic link, what it points to is replaced.
func Create(name string) (*File, error) {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	mode := fs.FileMode(0o666) // less the umask
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return nil, &fs.PathError{Op: "write", Path: name, Err: errors.New("is a directory")}
	case err == nil && !info.Mode().IsRegular():
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		return &File{File: f}, err
	case err == nil && info.Mode().Perm()&0o200 == 0:
		// A rename would not ask; who made the file read-only meant it.
		return nil, &fs.PathError{Op: "write", Path: name, Err: errors.New("is read-only")}
	}
	const tries = 100 // of names that are 64 bits of chance: more means that something else is wrong
	for range tries {
		temp := filepath.Join(filepath.Dir(name), "."+filepath.Base(name)+"."+strconv.FormatUint(rand.Uint64(), 36)+".tmp")
		var f *os.File
		if f, err = os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode); err == nil {
			if info != nil {
				err = f.Chmod(info.Mode().Perm())
			}
			file := &File{File: f, temp: temp, name: name}
			if err != nil {
				file.Abort()
				return nil, err
			}
			return file, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		err = &fs.PathError{Op: "write", Path: name, Err: pathErr.Err} // the name that the user knows
	}
	return nil, err
}

// Commit puts what was written under the file's name.
func (f *File) Commit() error {
	if err := f.Close(); err != nil {
		f.Abort()
		return err
	}
	if f.temp == "" {
		return nil
	}
	if err := os.Rename(f.temp, f.name); err != nil {
		f.Abort()
		return err
	}
	f.temp = ""
	return nil
}

// Abort leaves things as they were before Create. After Commit it does nothing.
func (f *File) Abort() {
	f.Close() // it may be closed already
	if f.temp != "" {
		os.Remove(f.temp) // if even this fails, a file is left whose name says what it is
		f.temp = ""
	}
}

// Write replaces name's content.
func Write(name string, data []byte) error {
	f, err := Create(name)
	if err != nil {
		return err
	}
	defer f.Abort()
	if _, err := f.File.Write(data); err != nil {
		return err
	}
	return f.Commit()
}
