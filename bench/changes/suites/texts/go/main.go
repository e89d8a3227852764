package main

import "paragone.dev/sdk"

func main() {
	paragone.Bench("words", "plain", func(*paragone.Cell) func([]byte) uint64 { return words })
	paragone.Bench("letters", "plain", func(*paragone.Cell) func([]byte) uint64 { return letters })
	paragone.Serve()
}
