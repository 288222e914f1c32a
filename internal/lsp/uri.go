package lsp

import (
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
)

// fileName is the file that a URI names. Only file: URIs have one.
func fileName(uri string) (string, error) {
	u, err := url.Parse(uri)
	if err != nil {
		return "", err
	}
	if u.Scheme != "file" || u.Path == "" {
		return "", fmt.Errorf("%s names no file", uri)
	}
	path := u.Path
	if len(path) > 2 && path[0] == '/' && path[2] == ':' { // file:///C:/x.go
		path = strings.ToUpper(path[1:2]) + path[2:]
	}
	return filepath.Clean(filepath.FromSlash(path)), nil
}

// fileURI is the URI of an absolute file name, for files that the client has not named itself.
func fileURI(name string) string {
	path := filepath.ToSlash(name)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}
