// The adapter between the conformance driver and your engine: it speaks the protocol already, and you write the four ops
// in ops.go. One JSON object per line on standard input and output; standard error is yours.
package main

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"unicode/utf8"
)

type message struct {
	Type     string `json:"type"`
	Protocol []int  `json:"protocol"`
	Run      string `json:"run"`
	ID       string `json:"id"`
	Op       string `json:"op"`
	Level    string `json:"level"`
	Carrier  string `json:"carrier"`
	Input    struct {
		Text  *string         `json:"text"`
		B64   *string         `json:"b64"`
		Facts json.RawMessage `json:"facts"`
	} `json:"input"`
}

type object map[string]any

func main() {
	if err := talk(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func talk(in io.Reader, out io.Writer) error {
	// Not a Scanner: that one stops at a line of 64 KiB, and there are longer ones.
	lines := bufio.NewReader(in)
	// One unbuffered Write for each line, so it is out at once: the driver waits for it.
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	answered := 0
	for {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		var got message
		if err := json.Unmarshal(line, &got); err != nil {
			return fmt.Errorf("the driver sent a line that cannot be read: %w", err)
		}
		var reply object
		switch got.Type {
		case "hello":
			if !slices.Contains(got.Protocol, 1) {
				return fmt.Errorf("this adapter speaks protocol 1, and the driver speaks %v", got.Protocol)
			}
			reply = hello(got.Run)
		case "case":
			reply = answer(&got)
			answered++
		case "bye":
			return encoder.Encode(object{"type": "bye", "answered": answered})
		default:
			continue
		}
		if err := encoder.Encode(reply); err != nil {
			return err
		}
	}
}

func hello(run string) object {
	reply := object{
		"type": "hello", "protocol": 1, "run": run,
		"engine": object{
			"name": engineName, "version": engineVersion,
			"language": "go", "runtime": runtime.Version(), "os": runtime.GOOS,
		},
	}
	for name, value := range declared {
		reply[name] = value
	}
	return reply
}

func answer(got *message) (reply object) {
	reply = object{"type": "result", "id": got.ID}
	if !slices.Contains(ops, got.Op) {
		reply["status"], reply["unsupported"] = "unsupported", object{"feature": got.Op}
		return reply
	}
	defer func() {
		if fault := recover(); fault != nil {
			reply = object{"type": "result", "id": got.ID, "status": "error",
				"error": object{"message": fmt.Sprint("panic: ", fault), "trace": string(debug.Stack())}}
		}
	}()
	if err := perform(got, reply); err != nil {
		return object{"type": "result", "id": got.ID, "status": "error", "error": object{"message": err.Error()}}
	}
	reply["status"] = "ok"
	return reply
}

// perform adds the members that the op gives to the reply.
func perform(got *message, reply object) error {
	if got.Op == "emit" {
		record, err := emit(got.Input.Facts, got.Carrier)
		reply["output"] = output(record)
		return err
	}
	data, err := inputBytes(got)
	if err != nil {
		return err
	}
	switch got.Op {
	case "validate":
		findings, err := validate(data, got.Carrier, got.Level)
		reply["verdict"], reply["findings"] = "valid", []finding{}
		if len(findings) > 0 {
			reply["verdict"], reply["findings"] = "invalid", findings
		}
		return err
	case "roundtrip":
		written, err := roundtrip(data, got.Carrier)
		reply["output"] = output(written)
		return err
	default:
		form, digest, err := canonical(data, got.Carrier)
		if reply["output"] = nil; form != nil {
			reply["output"], reply["digest"] = output(form), digest
		}
		return err
	}
}

func inputBytes(got *message) ([]byte, error) {
	switch {
	case got.Input.B64 != nil:
		return base64.StdEncoding.DecodeString(*got.Input.B64)
	case got.Input.Text != nil:
		return []byte(*got.Input.Text), nil
	}
	return nil, errors.New("the case has neither text nor b64")
}

func output(data []byte) object {
	if utf8.Valid(data) {
		return object{"text": string(data)}
	}
	return object{"b64": base64.StdEncoding.EncodeToString(data)}
}
