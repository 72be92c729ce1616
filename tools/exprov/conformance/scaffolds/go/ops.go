package main

import (
	"encoding/json"
	"errors"
)

const (
	engineName    = "my-engine"
	engineVersion = "0.0.0"
)

// What your engine does. What you take away here is not asked and is counted as unsupported; what you leave must work.
var (
	ops      = []string{"validate", "roundtrip", "canonical", "emit"}
	declared = object{
		"contract": []string{"1.0"},
		"ops":      ops,
		"levels":   []string{"reader", "writer"},
		"features": []string{}, // of "carriers", "exact-numbers", "limits"
		// The biggest integer that stays exact, the deepest nesting; nil: no end.
		"limits":   object{"integer": nil, "depth": nil},
		"findings": "all", // or "first", if your engine stops at the first finding
		"window":   1,     // how many cases may wait here at once
	}
)

type finding struct {
	Rule string `json:"rule"`
	Path string `json:"path"`
}

// validate returns every finding that counts at level. carrier is empty where data is the record itself.
func validate(data []byte, carrier, level string) ([]finding, error) {
	return nil, errors.New("not written yet: validate")
}

// roundtrip returns data, read by your engine and written again.
func roundtrip(data []byte, carrier string) ([]byte, error) {
	return nil, errors.New("not written yet: roundtrip")
}

// canonical returns the canonical form (RFC 8785) of data, and its SHA-256 in lower-case hexadecimal; nil if there is none.
func canonical(data []byte, carrier string) (form []byte, digest string, err error) {
	return nil, "", errors.New("not written yet: canonical")
}

// emit returns the record that your engine emits when it goes through facts, see world.go; or the payload of kind carrier.
func emit(facts json.RawMessage, carrier string) ([]byte, error) {
	return nil, errors.New("not written yet: emit")
}
