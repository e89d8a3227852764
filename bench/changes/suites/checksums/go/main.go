package main

import "paragone.dev/sdk"

func main() {
	paragone.Bench("fnv", "plain", func(*paragone.Cell) func([]byte) uint64 { return fnv })
	paragone.Bench("fletcher", "plain", func(*paragone.Cell) func([]byte) uint64 { return fletcher })
	paragone.Serve()
}
