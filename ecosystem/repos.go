package main

import (
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// repo is a public repository at the commit for which its labels hold.
type repo struct {
	Repo    string   `json:"repo"` // owner/name
	Tier    string   `json:"tier"` // aggregator: small, all of it is about the subject; product: large
	Commit  string   `json:"commit"`
	Modules []string `json:"modules"`
	// Handwritten counts the lines of Go that are neither tests nor generated, over all modules.
	Handwritten int `json:"handwrittenLines"`
	// Replace is put into effect in every .go and go.mod file of a fresh checkout, for ReplaceWhy.
	Replace    map[string]string `json:"replace"`
	ReplaceWhy string            `json:"replaceWhy"`
}

// readRepos returns the named repositories of the list, all where none is named.
func readRepos(list string, names []string) ([]repo, error) {
	b, err := os.ReadFile(list)
	if err != nil {
		return nil, err
	}
	var all, picked []repo
	if err := json.Unmarshal(b, &all); err != nil {
		return nil, fmt.Errorf("%s: %w", list, err)
	}
	if len(names) == 0 {
		return all, nil
	}
	for _, name := range names {
		i := slices.IndexFunc(all, func(r repo) bool { return r.Repo == name })
		if i < 0 {
			return nil, fmt.Errorf("%s: no repository %q", list, name)
		}
		picked = append(picked, all[i])
	}
	return picked, nil
}

func (r repo) dir(under string) string {
	return filepath.Join(under, strings.ReplaceAll(r.Repo, "/", "+"))
}

// checkout fetches the one commit that the labels are about. A folder that exists is left alone.
func (r repo) checkout(under, url string, log io.Writer) error {
	dir := r.dir(under)
	if _, err := os.Stat(dir); err == nil {
		fmt.Fprintf(log, "%s: there already\n", r.Repo)
		return nil
	}
	from := strings.ReplaceAll(url, "{repo}", r.Repo)
	fmt.Fprintf(log, "%s: fetching %.12s from %s\n", r.Repo, r.Commit, from)
	part := dir + ".part" // renamed when whole, so that an interrupted run is not taken for a checkout
	if err := os.RemoveAll(part); err != nil {
		return err
	}
	if err := os.MkdirAll(part, 0o755); err != nil {
		return err
	}
	for _, args := range [][]string{
		{"init", "-q"},
		{"fetch", "-q", "--depth", "1", from, r.Commit},
		{"checkout", "-q", "FETCH_HEAD"},
	} {
		cmd := exec.Command("git", args...)
		cmd.Dir = part
		cmd.Stderr = log
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("%s: git %s: %w", r.Repo, args[0], err)
		}
	}
	if err := r.replace(part); err != nil {
		return err
	}
	return os.Rename(part, dir)
}

func (r repo) replace(dir string) error {
	if len(r.Replace) == 0 {
		return nil
	}
	var pairs []string
	for from, to := range r.Replace {
		pairs = append(pairs, from, to)
	}
	edit := strings.NewReplacer(pairs...)
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || filepath.Ext(path) != ".go" && d.Name() != "go.mod" {
			return err
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if s := edit.Replace(string(b)); s != string(b) {
			return os.WriteFile(path, []byte(s), 0o644)
		}
		return nil
	})
}
