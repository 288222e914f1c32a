package accounts

import "strconv"

type StatusError struct {
	Path string
	Code int
}

func (e *StatusError) Error() string { return e.Path + ": status " + strconv.Itoa(e.Code) }
