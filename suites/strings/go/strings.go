// Strings lower-cased by Go's standard library and decomposed by the package that its authors keep beside it.
//
// In: strings made in the set-up; out: the sum of the results' hashes. How the strings are drawn is said in
// rust/texts/src/texts.rs.
package main

import (
	"encoding/binary"
	"math/bits"
	"strings"

	"golang.org/x/text/unicode/norm"
	"paragone.dev/sdk"
)

type draws struct {
	state [4]uint32
	drawn uint32
	left  int
}

func (d *draws) next() uint32 {
	s := &d.state
	result, shifted := bits.RotateLeft32(s[0]+s[3], 7)+s[0], s[1]<<9
	s[2] ^= s[0]
	s[3] ^= s[1]
	s[1] ^= s[2]
	s[0] ^= s[3]
	s[2] ^= shifted
	s[3] = bits.RotateLeft32(s[3], 11)
	return result
}

// A number below the limit, which is at most 256.
func (d *draws) below(limit int) int {
	if d.left == 0 {
		d.drawn, d.left = d.next(), 4
	}
	drawn := int(d.drawn & 0xff)
	d.drawn >>= 8
	d.left--
	return drawn * limit >> 8
}

func texts(cell *paragone.Cell) [][]byte {
	count := uint64(0)
	for _, input := range cell.Inputs() {
		count = max(count, binary.LittleEndian.Uint64(input))
	}
	entries := strings.Split(cell.Param("entries"), " ")
	from := draws{state: [4]uint32{1, 18446744, 73709, 551615}}
	all := make([][]byte, count)
	for i := range all {
		for left := 50 + from.below(50); left > 0; left-- {
			all[i] = append(all[i], entries[from.below(len(entries))]...)
		}
	}
	return all
}

// FNV-1a of 64 bits. The standard library's takes bytes, and a string would have to be copied for it.
func hash(text string) uint64 {
	hash := uint64(0xcbf29ce484222325)
	for i := 0; i < len(text); i++ {
		hash = (hash ^ uint64(text[i])) * 0x100000001b3
	}
	return hash
}

func main() {
	for _, benchmark := range []string{"emoji", "letters", "libraries-emoji", "libraries-letters"} {
		paragone.Bench(benchmark, "x-text", func(cell *paragone.Cell) func([]byte) uint64 {
			all := texts(cell)
			return func(input []byte) (sum uint64) {
				// The first strings are the same however many there are.
				for _, text := range all[:binary.LittleEndian.Uint64(input)] {
					sum += hash(norm.NFD.String(strings.ToLower(string(text))))
				}
				return sum
			}
		})
	}
	paragone.Serve()
}
