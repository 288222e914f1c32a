package lsp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"reflect"
	"strconv"
	"strings"
	"sync"
)

// maxMessage bounds the memory that one message may ask for.
const maxMessage = 256 << 20

// stream frames messages as the protocol does: a header with Content-Length, an empty line, JSON. It differs from the
// library's in one thing: a message that cannot be read is answered with a parse error and skipped, where the library
// ends the connection.
type stream struct {
	in  io.ReadCloser
	r   *bufio.Reader
	log *slog.Logger

	mu sync.Mutex // of w
	w  io.Writer
}

func newStream(in io.ReadCloser, out io.Writer, log *slog.Logger) *stream {
	return &stream{in: in, r: bufio.NewReader(in), w: out, log: log}
}

// Close ends reading; the writer belongs to whoever gave it.
func (s *stream) Close() error { return s.in.Close() }

func (s *stream) WriteObject(v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err = s.w.Write(append(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n", len(data)), data...))
	return err
}

func (s *stream) ReadObject(v any) error {
	for {
		body, err := s.frame()
		if err != nil {
			return err
		}
		if err = json.Unmarshal(body, v); err == nil {
			return nil
		}
		reflect.ValueOf(v).Elem().SetZero() // what a half-read message left
		s.log.Warn("message skipped", "error", err, "begins", clip(body))
		if err := s.WriteObject(parseError{Error: respError{Code: -32700, Message: "cannot read the message: " + err.Error()}, Version: "2.0"}); err != nil {
			return err
		}
	}
}

// parseError is an answer to nobody in particular: the id could not be read.
type parseError struct {
	Version string    `json:"jsonrpc"`
	ID      any       `json:"id"`
	Error   respError `json:"error"`
}

type respError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func clip(b []byte) string {
	const most = 80
	if len(b) > most {
		b = b[:most]
	}
	return string(b)
}

// frame reads one message. Lines that are no header are passed over until one names a length, so that a single broken
// message does not put the stream out of step for good.
func (s *stream) frame() ([]byte, error) {
	length := -1
	for {
		line, err := s.line()
		if err != nil {
			return nil, err
		}
		if len(line) == 0 && length >= 0 {
			break
		}
		// Anywhere in the line: what is left of a message without a length ends where the next header begins.
		i := strings.LastIndex(strings.ToLower(line), "content-length:")
		if i < 0 {
			if name, _, ok := strings.Cut(line, ":"); line != "" && (!ok || strings.ContainsAny(name, "{}\" ")) {
				s.log.Warn("not a header", "line", clip([]byte(line)))
			}
			continue
		}
		n, err := strconv.Atoi(strings.TrimSpace(line[i+len("content-length:"):]))
		if err != nil || n < 0 {
			s.log.Warn("not a length", "line", clip([]byte(line)))
			continue
		}
		if n > maxMessage {
			return nil, fmt.Errorf("a message of %d bytes, more than %d", n, maxMessage)
		}
		length = n
	}
	body := make([]byte, length)
	_, err := io.ReadFull(s.r, body)
	return body, err
}

// line reads up to the next line feed; of an endless one only the tail is kept.
func (s *stream) line() (string, error) {
	var line []byte
	for {
		part, err := s.r.ReadSlice('\n')
		if len(line)+len(part) > 1<<16 {
			line = line[max(0, len(line)-64):]
		}
		line = append(line, part...)
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil {
			return "", err
		}
		return string(bytes.TrimRight(line, "\r\n")), nil
	}
}

func sprintf(format string, v []any) string { return strings.TrimSpace(fmt.Sprintf(format, v...)) }
