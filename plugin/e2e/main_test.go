package e2e

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

const (
	root     = "../.."
	upstream = "github.com/golangci/golangci-lint"
)

// built is what TestMain leaves for the tests.
var built struct {
	dir        string // removed in the end
	golangci   string // with the plugin
	budgetlint string // the command
}

func TestMain(m *testing.M) {
	flag.Parse()
	code, err := run(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func run(m *testing.M) (code int, err error) {
	dir, err := os.MkdirTemp("", "e2e-golangci")
	if err != nil {
		return 0, err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	built.dir = dir
	if err := build(dir); err != nil {
		return 0, err
	}
	return m.Run(), nil
}

// build takes the steps of docs/drivers.md. golangci-lint's source comes from the Go module proxy: `golangci-lint
// custom` clones it with git, which is told to find the clone's address in a repository made of the module.
func build(dir string) error {
	top, err := filepath.Abs(root)
	if err != nil {
		return err
	}
	plain := filepath.Join(dir, "golangci-lint")
	if _, err := command(".", nil, "go", "build", "-trimpath", "-o", plain, upstream+"/v2/cmd/golangci-lint"); err != nil {
		return err
	}
	example, err := os.ReadFile(filepath.Join(root, ".custom-gcl.example.yml"))
	if err != nil {
		return err
	}
	custom, version, err := local(example, top)
	if err != nil {
		return err
	}
	user := filepath.Join(dir, "user")
	if err := os.Mkdir(user, 0o777); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(user, ".custom-gcl.yml"), custom, 0o666); err != nil {
		return err
	}
	repo := filepath.Join(dir, "repository")
	if err := repository(repo, version); err != nil {
		return err
	}
	if _, err := command(user, []string{
		"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=url.file://" + filepath.ToSlash(repo) + ".insteadOf", "GIT_CONFIG_VALUE_0=https://" + upstream + ".git",
		"GOFLAGS=" + strings.TrimSpace(os.Getenv("GOFLAGS")+" -trimpath"), // custom builds in a folder of another name each time
	}, plain, "custom", "-v"); err != nil {
		return err
	}
	built.golangci = filepath.Join(user, "custom-gcl")
	built.budgetlint = filepath.Join(dir, "budgetlint")
	_, err = command(top, nil, "go", "build", "-buildvcs=false", "-o", built.budgetlint, "./cmd/budgetlint")
	return err
}

// local is the example with this tree in the place of a released version, and golangci-lint's version in it.
func local(example []byte, top string) (custom []byte, version string, err error) {
	var file map[string]any
	if err := yaml.Unmarshal(example, &file); err != nil {
		return nil, "", err
	}
	version, _ = file["version"].(string)
	list, _ := file["plugins"].([]any)
	if len(list) != 1 || version == "" {
		return nil, "", fmt.Errorf("the example names no version or not one plugin: %v", file)
	}
	plugin, ok := list[0].(map[string]any)
	if !ok {
		return nil, "", fmt.Errorf("plugin %v", list[0])
	}
	delete(plugin, "version")
	plugin["path"] = top
	custom, err = yaml.Marshal(file)
	return custom, version, err
}

// repository makes what a clone of golangci-lint at version has: the files of the module.
func repository(dir, version string) error {
	out, err := command(".", nil, "go", "list", "-m", "-f", "{{.Version}}\n{{.Dir}}", upstream+"/v2")
	if err != nil {
		return err
	}
	have, source, _ := strings.Cut(strings.TrimSpace(out), "\n")
	if have != version {
		return fmt.Errorf(".custom-gcl.example.yml has golangci-lint %s, go.mod of this test %s", version, have)
	}
	if err := copyTree(dir, source); err != nil {
		return err
	}
	for _, args := range [][]string{
		{"init", "-q"},
		{"add", "-A", "-f"},
		{"-c", "user.name=e2e", "-c", "user.email=e2e@localhost", "-c", "commit.gpgsign=false", "commit", "-qm", version},
		{"tag", version},
	} {
		if _, err := command(dir, nil, append([]string{"git"}, args...)...); err != nil {
			return err
		}
	}
	return nil
}

// command runs a program in dir and returns its standard output. A failure is an error with all that it printed.
func command(dir string, env []string, args ...string) (string, error) {
	stdout, stderr, err := outputs(dir, env, args...)
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s%s", strings.Join(args, " "), err, stdout, stderr)
	}
	return stdout, nil
}

func outputs(dir string, env []string, args ...string) (stdout, stderr string, err error) {
	var out, errs bytes.Buffer
	c := exec.Command(args[0], args[1:]...)
	c.Dir, c.Stdout, c.Stderr = dir, &out, &errs
	c.Env = append(os.Environ(), "BUDGETLINT_CONFIG=", "GOLANGCI_LINT_CACHE="+filepath.Join(built.dir, "cache"))
	c.Env = append(c.Env, env...)
	err = c.Run()
	return out.String(), errs.String(), err
}

// copyTree copies regular files, and makes the copies writable.
func copyTree(to, from string) error {
	return filepath.WalkDir(from, func(name string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		if d.IsDir() {
			return os.MkdirAll(target, 0o777)
		}
		if !d.Type().IsRegular() {
			return nil
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(target, data, 0o666)
	})
}
