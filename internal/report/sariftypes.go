package report

// The part of SARIF's object model that budgetlint writes; section numbers are those of the standard, version 2.1.0.
type (
	sarifLog struct { // 3.13
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct { // 3.14
		Tool struct {
			Driver sarifDriver `json:"driver"`
		} `json:"tool"`
		Invocations        []sarifInvocation        `json:"invocations"`
		OriginalURIBaseIDs map[string]sarifArtifact `json:"originalUriBaseIds"`
		ColumnKind         string                   `json:"columnKind"`
		Results            []sarifResult            `json:"results"`
	}
	sarifDriver struct { // 3.19
		Name           string      `json:"name"`
		Version        string      `json:"version,omitempty"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct { // 3.49
		ID               string              `json:"id"`
		ShortDescription sarifMessage        `json:"shortDescription"`
		FullDescription  sarifMessage        `json:"fullDescription"`
		Help             sarifMessage        `json:"help"`
		HelpURI          string              `json:"helpUri"`
		Default          sarifConfiguration  `json:"defaultConfiguration"`
		Properties       sarifRuleProperties `json:"properties"`
	}
	sarifConfiguration struct { // 3.50
		Enabled bool   `json:"enabled"`
		Level   string `json:"level"`
	}
	sarifRuleProperties struct {
		Tags    []string `json:"tags"`
		Problem string   `json:"problem.severity"`
	}
	sarifInvocation struct { // 3.20
		Successful    bool                `json:"executionSuccessful"`
		ExitCode      int                 `json:"exitCode"`
		Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNotification struct { // 3.58
		Level   string       `json:"level"`
		Message sarifMessage `json:"message"`
	}
	sarifMessage struct { // 3.11 and 3.12
		Text     string `json:"text"`
		Markdown string `json:"markdown,omitempty"`
	}
	sarifResult struct { // 3.27
		RuleID              string                `json:"ruleId"`
		RuleIndex           int                   `json:"ruleIndex"` // -1: none
		Level               string                `json:"level"`
		Message             sarifMessage          `json:"message"`
		Locations           []sarifLocation       `json:"locations"`
		Related             []sarifLocation       `json:"relatedLocations,omitempty"`
		PartialFingerprints map[string]string     `json:"partialFingerprints"`
		Fixes               []sarifFix            `json:"fixes,omitempty"`
		Suppressions        []sarifSuppression    `json:"suppressions,omitzero"`
		Properties          sarifResultProperties `json:"properties"`
	}
	sarifResultProperties struct {
		Confidence string   `json:"confidence"`
		Path       []string `json:"path,omitempty"`
	}
	sarifLocation struct { // 3.28
		ID       int            `json:"id,omitempty"`
		Physical sarifPhysical  `json:"physicalLocation"`
		Logical  []sarifLogical `json:"logicalLocations,omitempty"`
		Message  *sarifMessage  `json:"message,omitempty"`
	}
	sarifLogical struct { // 3.33
		Name     string `json:"name"`
		FullName string `json:"fullyQualifiedName"`
	}
	sarifPhysical struct { // 3.29
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
	}
	sarifArtifact struct { // 3.4
		URI         string        `json:"uri,omitempty"`
		URIBaseID   string        `json:"uriBaseId,omitempty"`
		Description *sarifMessage `json:"description,omitempty"`
	}
	sarifRegion struct { // 3.30: the end column is that of the character behind
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
		EndLine     int `json:"endLine"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
	sarifFix struct { // 3.55
		Description sarifMessage       `json:"description"`
		Changes     []sarifChange      `json:"artifactChanges"`
		Properties  sarifFixProperties `json:"properties"`
	}
	sarifFixProperties struct {
		Level string `json:"level"`
	}
	sarifChange struct { // 3.56
		Artifact     sarifArtifact      `json:"artifactLocation"`
		Replacements []sarifReplacement `json:"replacements"`
	}
	sarifReplacement struct { // 3.57
		Deleted  sarifRegion   `json:"deletedRegion"`
		Inserted *sarifContent `json:"insertedContent,omitempty"`
	}
	sarifContent struct { // 3.3
		Text string `json:"text"`
	}
	sarifSuppression struct { // 3.35
		Kind          string `json:"kind"`
		Status        string `json:"status"`
		Justification string `json:"justification"`
	}
)
