package driver

import (
	"os"
	"path/filepath"

	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/runtime/contract"
)

// setContract replaces the contract of a configuration by the one named on the command line.
func setContract(c *config.Config, opts Options) error {
	file := opts.ContractFile
	if !filepath.IsAbs(file) {
		file = filepath.Join(opts.Dir, file)
	}
	file, err := filepath.Abs(file)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if c.Contract, err = contract.Parse(file, data); err != nil {
		return err
	}
	c.ContractFile = file
	return nil
}
