// Package cobra is the part of the real one that fixtures use.
package cobra

import "context"

type Command struct {
	Use  string
	RunE func(cmd *Command, args []string) error
	Run  func(cmd *Command, args []string)

	ctx context.Context
}

func (c *Command) Context() context.Context { return c.ctx }
