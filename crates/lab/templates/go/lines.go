// How many lines has a text? Two ways in Go.
package main

import (
	"bytes"

	"paragone.dev/sdk"
)

func main() {
	// The outer function is the set-up: it runs once, untimed, and gives what is called and timed.
	paragone.Bench("lines", "loop", func(*paragone.Cell) func([]byte) int { return byLoop })
	paragone.Bench("lines", "count", func(*paragone.Cell) func([]byte) int { return byCount })
	paragone.Serve()
}

// What a call returns is its answer.
func byLoop(text []byte) int {
	lines := 0
	for _, b := range text {
		if b == '\n' {
			lines++
		}
	}
	return lines
}

var lineEnd = []byte{'\n'}

func byCount(text []byte) int {
	return bytes.Count(text, lineEnd)
}
