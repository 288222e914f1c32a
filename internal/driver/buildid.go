package driver

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"golang.org/x/mod/modfile"

	"github.com/budgetlint/budgetlint/analyzers"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/fix"
)

// configVariable names the configuration in vet mode, where a flag would not reach -V=full.
const configVariable = "BUDGETLINT_CONFIG"

// printVersion answers -V=full. The go command replays old results as long as this line stays the same, and looks at
// no file of ours: so the digest of every configuration that a unit may read is part of it, beside the executable's.
// A bad configuration fails here, once, instead of in every unit.
func printVersion(w io.Writer) error {
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	h := sha256.New()
	f, err := os.Open(exe)
	if err != nil {
		return err
	}
	defer f.Close() // it was only read
	if _, err := io.Copy(h, f); err != nil {
		return err
	}
	files, root, err := workspaceConfigs()
	if err != nil {
		return err
	}
	known := analyzers.Known()
	for _, file := range files {
		c, err := config.Load(file, known)
		if err != nil {
			return err
		}
		// By its place in the workspace: results may travel to another machine, with another checkout.
		fmt.Fprintf(h, "%s\n%x\n", filepath.ToSlash(Relative(root, file)), c.Digest())
		if c.Baseline != "" {
			b, err := readBaseline(c.Baseline)
			if err != nil {
				return err
			}
			h.Write(b.Format())
		}
	}
	if err := digestImportable(h); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "budgetlint version devel buildID=%x\n", h.Sum(nil))
	return err
}

// digestImportable adds what fixes may import in each module: a go.mod that begins to require the runtime changes what
// they look like, though no file of a package. The rest of go.mod does not matter.
func digestImportable(h io.Writer) error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	dirs, root := []string{dir}, dir
	if work := GoWork(dir); work != "" {
		if dirs, err = WorkModules(work); err != nil {
			return err
		}
		root = filepath.Dir(work)
	}
	for _, dir := range dirs {
		fmt.Fprintf(h, "%s\n%q\n", filepath.ToSlash(Relative(root, dir)), fix.Importable(dir))
	}
	return nil
}

// vetConfigFile is what $BUDGETLINT_CONFIG says.
func vetConfigFile() (string, error) {
	file := os.Getenv(configVariable)
	if file != "" && !filepath.IsAbs(file) {
		// Each unit runs in its own package's directory.
		return "", fmt.Errorf("%s=%s: give an absolute path", configVariable, file)
	}
	return file, nil
}

// workspaceConfigs lists the configurations of the modules that the go command was started in, one or those of the
// go.work file, and the directory that they lie below.
func workspaceConfigs() (files []string, root string, err error) {
	file, err := vetConfigFile()
	if file != "" || err != nil {
		return []string{file}, filepath.Dir(file), err
	}
	dir, err := os.Getwd()
	if err != nil {
		return nil, "", err
	}
	work := GoWork(dir)
	if work == "" {
		file, ok := config.Find(dir)
		if !ok {
			return nil, "", nil
		}
		return []string{file}, filepath.Dir(file), nil
	}
	modules, err := WorkModules(work)
	if err != nil {
		return nil, "", err
	}
	for _, m := range modules {
		if file, ok := config.Find(m); ok {
			files = append(files, file)
		}
	}
	return files, filepath.Dir(work), nil
}

// GoWork finds the go.work file as the go command does: $GOWORK, else upwards from dir; "" for none.
func GoWork(dir string) string {
	switch work := os.Getenv("GOWORK"); work {
	case "off":
		return ""
	case "", "auto":
	default:
		return work
	}
	for {
		file := filepath.Join(dir, "go.work")
		if _, err := os.Stat(file); err == nil {
			return file
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// WorkModules lists the folders of the modules that a go.work file uses; none if there is no such file.
func WorkModules(work string) ([]string, error) {
	data, err := os.ReadFile(work)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil // the go command says it better
	}
	if err != nil {
		return nil, err
	}
	f, err := modfile.ParseWork(work, data, nil)
	if err != nil {
		return nil, err
	}
	var dirs []string
	for _, use := range f.Use {
		dir := filepath.FromSlash(use.Path)
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(filepath.Dir(work), dir)
		}
		dirs = append(dirs, dir)
	}
	return dirs, nil
}
