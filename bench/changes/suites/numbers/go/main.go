package main

import "paragone.dev/sdk"

func main() {
	paragone.Bench("buckets", "plain", func(*paragone.Cell) func([]byte) uint64 { return buckets })
	paragone.Bench("largest", "plain", func(*paragone.Cell) func([]byte) uint64 { return largest })
	paragone.Serve()
}
