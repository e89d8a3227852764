// The jobs that `protocol/transcripts` speak of, in Go.
//
// In: what the transcripts say; out: what they expect. Every SDK has such a driver, with the same jobs
// in the same order, and none has any other use.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"unsafe"

	"paragone.dev/sdk"
)

// Numbers found nowhere else: whether they are in the built program tells which work was kept in it.
const (
	keptFactor     = 0xC6A3_5D1E_94F7_2B8D
	answeredFactor = 0xB1E9_47D2_6C83_5FA5
	droppedFactor  = 0xD5F2_8B3C_71A6_4E97
)

type (
	cell = paragone.Cell
	none = paragone.None
)

func main() {
	paragone.Bench("echo", "bytes", same(func(input []byte) []byte { return input }))
	paragone.Bench("sum", "bytes", same(func(input []byte) (total uint64) {
		for _, b := range input {
			total += uint64(b)
		}
		return total
	}))
	paragone.Bench("count", "calls", func(*cell) func([]byte) uint64 {
		calls := uint64(0)
		return func([]byte) uint64 {
			calls++
			return calls
		}
	})
	paragone.BenchWithReset("reset", "inplace",
		func(*cell) []byte { return nil },
		func(state *[]byte, input []byte) { *state = append((*state)[:0], input...) },
		func(state *[]byte, _ []byte) []byte {
			for i := range *state {
				(*state)[i]++
			}
			return *state
		})
	paragone.Bench("param", "value", func(c *cell) func([]byte) string {
		value := c.Param("value")
		return func([]byte) string { return value }
	})
	paragone.Bench("inputs", "count", func(c *cell) func([]byte) int {
		total := 0
		for _, input := range c.Inputs() {
			total += 1000 + len(input)
		}
		return func([]byte) int { return total }
	})
	paragone.Bench("inputs", "aligned", same(func(input []byte) uint64 {
		return uint64(uintptr(unsafe.Pointer(&input[0])) % 64)
	}))
	paragone.Bench("fail", "call", same(func([]byte) uint64 { panic("this call always fails") }))
	paragone.Bench("fail", "setup", func(*cell) func([]byte) none { panic("this setup always fails") })
	paragone.Bench("fail", "verbose", same(func([]byte) uint64 {
		panic(strings.Repeat("a line\nand another\r\n", 1000))
	}))
	paragone.Bench("print", "noise", same(func([]byte) none {
		fmt.Println("noise on standard output")
		return none{}
	}))
	paragone.Bench("read", "stdin", same(func([]byte) (lines uint64) {
		for scanner := bufio.NewScanner(os.Stdin); scanner.Scan(); {
			lines++
		}
		return lines
	}))
	paragone.Bench("work", "kept", same(func(input []byte) none {
		paragone.Keep(mixed(input, keptFactor))
		return none{}
	}))
	paragone.Bench("work", "answered", same(func(input []byte) uint64 { return mixed(input, answeredFactor) }))
	paragone.Bench("work", "dropped", same(func(input []byte) none {
		mixed(input, droppedFactor)
		return none{}
	}))
	paragone.Serve()
}

// A set-up that has nothing to do.
func same[T paragone.Answer](call func([]byte) T) func(*cell) func([]byte) T {
	return func(*cell) func([]byte) T { return call }
}

func mixed(input []byte, factor uint64) uint64 {
	mix := uint64(1)
	for _, b := range input {
		mix = (mix ^ uint64(b)) * factor
	}
	return mix
}
