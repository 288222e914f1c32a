package lsp

import "encoding/json"

// The part of the protocol that is spoken here, under the names of its specification (3.17). docs/decisions/008 says why
// these are not a library's.

type position struct {
	Line      uint32 `json:"line"`
	Character uint32 `json:"character"` // in the units of the encoding that was agreed on
}

type span struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

type location struct {
	URI   string `json:"uri"`
	Range span   `json:"range"`
}

type initializeParams struct {
	ProcessID    *int               `json:"processId"`
	Capabilities clientCapabilities `json:"capabilities"`
	Options      json.RawMessage    `json:"initializationOptions"`
}

type clientCapabilities struct {
	General struct {
		PositionEncodings []string `json:"positionEncodings"`
	} `json:"general"`
	Workspace struct {
		WorkspaceEdit struct {
			DocumentChanges    bool `json:"documentChanges"`
			SnippetEditSupport bool `json:"snippetEditSupport"`
		} `json:"workspaceEdit"`
		DidChangeWatchedFiles struct {
			DynamicRegistration bool `json:"dynamicRegistration"`
		} `json:"didChangeWatchedFiles"`
	} `json:"workspace"`
	Window struct {
		ShowDocument struct {
			Support bool `json:"support"`
		} `json:"showDocument"`
	} `json:"window"`
	TextDocument struct {
		PublishDiagnostics struct {
			RelatedInformation bool `json:"relatedInformation"`
		} `json:"publishDiagnostics"`
		Hover struct {
			ContentFormat []string `json:"contentFormat"`
		} `json:"hover"`
	} `json:"textDocument"`
}

type initializeResult struct {
	Capabilities serverCapabilities `json:"capabilities"`
	ServerInfo   serverInfo         `json:"serverInfo"`
}

type serverInfo struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
}

type serverCapabilities struct {
	PositionEncoding       string             `json:"positionEncoding"`
	TextDocumentSync       syncOptions        `json:"textDocumentSync"`
	HoverProvider          bool               `json:"hoverProvider"`
	CodeActionProvider     codeActionOptions  `json:"codeActionProvider"`
	ExecuteCommandProvider executeOptions     `json:"executeCommandProvider"`
	DiagnosticProvider     *diagnosticOptions `json:"diagnosticProvider,omitempty"`
}

type syncOptions struct {
	OpenClose bool `json:"openClose"`
	Change    int  `json:"change"` // 2: by ranges
	Save      bool `json:"save"`
}

type codeActionOptions struct {
	Kinds []string `json:"codeActionKinds"`
}

type executeOptions struct {
	Commands []string `json:"commands"`
}

type diagnosticOptions struct {
	Identifier string `json:"identifier"`
	InterFile  bool   `json:"interFileDependencies"`
	Workspace  bool   `json:"workspaceDiagnostics"`
}

type documentID struct {
	URI string `json:"uri"`
}

type versionedID struct {
	URI     string `json:"uri"`
	Version *int32 `json:"version"` // null for a document that is not open
}

type didOpenParams struct {
	TextDocument struct {
		URI     string `json:"uri"`
		Version int32  `json:"version"`
		Text    string `json:"text"`
	} `json:"textDocument"`
}

type didChangeParams struct {
	TextDocument   versionedID `json:"textDocument"`
	ContentChanges []change    `json:"contentChanges"`
}

type change struct {
	Range *span  `json:"range"` // nil: the whole document
	Text  string `json:"text"`
}

type documentParams struct {
	TextDocument documentID `json:"textDocument"`
}

type watchedParams struct {
	Changes []struct {
		URI string `json:"uri"`
	} `json:"changes"`
}

type positionParams struct {
	TextDocument documentID `json:"textDocument"`
	Position     position   `json:"position"`
}

type hover struct {
	Contents markup `json:"contents"`
	Range    span   `json:"range"`
}

type markup struct {
	Kind  string `json:"kind"` // plaintext or markdown
	Value string `json:"value"`
}

type diagnostic struct {
	Range           span      `json:"range"`
	Severity        int       `json:"severity"` // 1 error, 2 warning, 3 information
	Code            string    `json:"code,omitempty"`
	CodeDescription *href     `json:"codeDescription,omitempty"`
	Source          string    `json:"source"`
	Message         string    `json:"message"`
	Related         []related `json:"relatedInformation,omitempty"`
}

type href struct {
	Href string `json:"href"`
}

type related struct {
	Location location `json:"location"`
	Message  string   `json:"message"`
}

type publishParams struct {
	URI         string       `json:"uri"`
	Version     *int32       `json:"version,omitempty"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

type codeActionParams struct {
	TextDocument documentID `json:"textDocument"`
	Range        span       `json:"range"`
	Context      struct {
		Diagnostics []givenDiagnostic `json:"diagnostics"`
		Only        kinds             `json:"only"`
	} `json:"context"`
}

// kinds is a list of kinds; some clients (Neovim up to 0.7) send a single one.
type kinds []string

func (k *kinds) UnmarshalJSON(data []byte) error {
	var one string
	if json.Unmarshal(data, &one) == nil && len(data) > 0 && data[0] == '"' {
		*k = kinds{one}
		return nil
	}
	return json.Unmarshal(data, (*[]string)(k))
}

// givenDiagnostic is a diagnostic as a client hands it back. Its code may be a number: not ours, then.
type givenDiagnostic struct {
	Range span            `json:"range"`
	Code  json.RawMessage `json:"code"`
}

type codeAction struct {
	Title       string         `json:"title"`
	Kind        string         `json:"kind"`
	Diagnostics []diagnostic   `json:"diagnostics,omitempty"`
	IsPreferred bool           `json:"isPreferred,omitempty"`
	Edit        *workspaceEdit `json:"edit,omitempty"`
	Command     *command       `json:"command,omitempty"`
}

type command struct {
	Title     string   `json:"title"`
	Command   string   `json:"command"`
	Arguments []string `json:"arguments"`
}

type workspaceEdit struct {
	Changes         map[string][]textEdit `json:"changes,omitempty"`
	DocumentChanges []documentEdit        `json:"documentChanges,omitempty"`
}

type documentEdit struct {
	TextDocument versionedID `json:"textDocument"`
	Edits        []textEdit  `json:"edits"`
}

// textEdit is a TextEdit, or with Snippet a SnippetTextEdit of 3.18.
type textEdit struct {
	Range   span     `json:"range"`
	NewText *string  `json:"newText,omitempty"`
	Snippet *snippet `json:"snippet,omitempty"`
}

type snippet struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

type messageParams struct {
	Type    int    `json:"type"` // 1 error, 2 warning, 3 info, 4 log
	Message string `json:"message"`
}

type showDocumentParams struct {
	URI      string `json:"uri"`
	External bool   `json:"external"`
}

type registrationParams struct {
	Registrations []registration `json:"registrations"`
}

type registration struct {
	ID      string `json:"id"`
	Method  string `json:"method"`
	Options any    `json:"registerOptions"`
}

type watchOptions struct {
	Watchers []watcher `json:"watchers"`
}

type watcher struct {
	Glob string `json:"globPattern"`
}
