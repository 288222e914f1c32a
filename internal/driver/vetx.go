package driver

import (
	"bytes"
	"encoding/binary"
	"errors"
	"go/token"
	"go/types"
	"os"

	"golang.org/x/tools/go/gcexportdata"
)

// A vetx file is what one unit leaves for those that import it: facts and, only where the go command does not hand
// out export data, types. An empty file holds neither.
//
//	"blx1" · length of types (8 bytes) · types · facts
const vetxMagic = "blx1"

var errVetx = errors.New("damaged, or not written by this version of budgetlint: run go clean -cache")

func readVetx(file string) (typesData, facts []byte, err error) {
	data, err := os.ReadFile(file)
	if err != nil || len(data) == 0 {
		return nil, nil, err
	}
	body, ok := bytes.CutPrefix(data, []byte(vetxMagic))
	if !ok || len(body) < 8 {
		return nil, nil, errVetx
	}
	n := binary.LittleEndian.Uint64(body)
	if n > uint64(len(body)-8) {
		return nil, nil, errVetx
	}
	return body[8 : 8+n], body[8+n:], nil
}

// writeVetx writes facts, and the types of pkg if it is not nil.
func writeVetx(file string, fset *token.FileSet, pkg *types.Package, facts []byte) error {
	if file == "" {
		return nil
	}
	var typesData bytes.Buffer
	if pkg != nil {
		if err := gcexportdata.Write(&typesData, fset, pkg); err != nil {
			return err
		}
	}
	var data []byte
	if typesData.Len() > 0 || len(facts) > 0 {
		data = append(data, vetxMagic...)
		data = binary.LittleEndian.AppendUint64(data, uint64(typesData.Len()))
		data = append(data, typesData.Bytes()...)
		data = append(data, facts...)
	}
	return os.WriteFile(file, data, 0o666)
}
