package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// sharedCache is a program for GOCACHEPROG, "sharedcache REMOTE LOCAL": it keeps the go command's build cache in the
// folder REMOTE, which several machines share, and copies what it is asked for to LOCAL, a folder of this machine. The
// protocol is that of cmd/go/internal/cacheprog: requests on stdin, responses on stdout, one JSON object a line.
func sharedCache() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: sharedcache REMOTE LOCAL")
		os.Exit(2)
	}
	c := &cacheDirs{remote: os.Args[1], local: os.Args[2]}
	if err := c.serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "sharedcache: %v\n", err)
		os.Exit(1)
	}
}

type cacheDirs struct{ remote, local string }

type (
	cacheRequest struct {
		ID                 int64
		Command            string
		ActionID, OutputID []byte
		BodySize           int64
	}
	cacheResponse struct {
		ID            int64
		Err           string     `json:",omitempty"`
		KnownCommands []string   `json:",omitempty"`
		Miss          bool       `json:",omitempty"`
		OutputID      []byte     `json:",omitempty"`
		Size          int64      `json:",omitempty"`
		Time          *time.Time `json:",omitempty"`
		DiskPath      string     `json:",omitempty"`
	}
)

func (c *cacheDirs) serve(r io.Reader, w io.Writer) error {
	for _, dir := range []string{c.remote, c.local} {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return err
		}
	}
	out := json.NewEncoder(w)
	if err := out.Encode(cacheResponse{KnownCommands: []string{"get", "put", "close"}}); err != nil {
		return err
	}
	in := json.NewDecoder(bufio.NewReader(r))
	for {
		var req cacheRequest
		if err := in.Decode(&req); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		var body []byte
		if req.BodySize > 0 {
			if err := in.Decode(&body); err != nil {
				return err
			}
		}
		res := cacheResponse{ID: req.ID}
		var err error
		switch req.Command {
		case "get":
			err = c.get(&req, &res)
		case "put":
			err = c.put(&req, &res, body)
		}
		if err != nil {
			res.Err = err.Error()
		}
		if err := out.Encode(res); err != nil {
			return err
		}
		if req.Command == "close" {
			return nil
		}
	}
}

// An entry is the file that is named after the action, and holds the name of the output; the output is a file beside it.
func (c *cacheDirs) get(req *cacheRequest, res *cacheResponse) error {
	action := filepath.Join(c.remote, "a-"+hex.EncodeToString(req.ActionID))
	name, err := os.ReadFile(action)
	if errors.Is(err, os.ErrNotExist) {
		res.Miss = true
		return nil
	}
	if err != nil {
		return err
	}
	info, err := os.Stat(action)
	if err != nil {
		return err
	}
	if res.OutputID, err = hex.DecodeString(string(name)); err != nil {
		return err
	}
	body, err := os.ReadFile(filepath.Join(c.remote, "o-"+string(name)))
	if err != nil {
		return err
	}
	modified := info.ModTime()
	res.Size, res.Time = int64(len(body)), &modified
	res.DiskPath, err = put(c.local, string(name), body)
	return err
}

func (c *cacheDirs) put(req *cacheRequest, res *cacheResponse, body []byte) (err error) {
	name := hex.EncodeToString(req.OutputID)
	if _, err := put(c.remote, "o-"+name, body); err != nil {
		return err
	}
	if _, err := put(c.remote, "a-"+hex.EncodeToString(req.ActionID), []byte(name)); err != nil {
		return err
	}
	res.Size = int64(len(body))
	res.DiskPath, err = put(c.local, name, body)
	return err
}

// put writes a file that nobody sees half written: several go commands may share a folder.
func put(dir, name string, data []byte) (string, error) {
	file, err := filepath.Abs(filepath.Join(dir, name))
	if err != nil {
		return "", err
	}
	tmp, err := os.CreateTemp(dir, "tmp-")
	if err != nil {
		return "", err
	}
	_, err = tmp.Write(data)
	if cerr := tmp.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(tmp.Name(), file)
	}
	return file, err
}
