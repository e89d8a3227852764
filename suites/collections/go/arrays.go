// The arrays that the pipeline goes through, and how a way becomes jobs of the SDK.
//
// In: how many elements a call gets, in which order they come, and ways, each a function from an array to a
// sum; out: registered jobs. It knows no way. The generator is xoshiro256** (David Blackman and Sebastiano
// Vigna, 2018), begun and used as the post of 2024 did.
package main

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"paragone.dev/sdk"
)

// Elements of an array of the benchmark `prediction`: 32 KiB.
const block = 4096

type xoshiro [4]uint64

func newXoshiro(seed uint64) *xoshiro {
	generator := &xoshiro{seed, 18446744, 73709, 551615}
	for i := 0; i < 10; i++ {
		generator.next()
	}
	return generator
}

func (state *xoshiro) next() uint64 {
	output, shifted := bits.RotateLeft64(state[1]*5, 7)*9, state[1]<<17
	state[2] ^= state[0]
	state[3] ^= state[1]
	state[1] ^= state[2]
	state[0] ^= state[3]
	state[2] ^= shifted
	state[3] = bits.RotateLeft64(state[3], 45)
	return output
}

func array(seed uint64, elements int) []int64 {
	generator, values := newXoshiro(seed), make([]int64, elements)
	for i := range values {
		values[i] = int64(generator.next())
	}
	return values
}

// An array for each seed, which a call takes one after the other; the post has two, of seeds 0 and 1.
func alternated(elements int, seeds string) (arrays [][]int64) {
	numbers := strings.Split(seeds, ",")
	if elements%len(numbers) != 0 {
		panic("arrays of the same length need more elements")
	}
	for _, text := range numbers {
		seed, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			panic(err)
		}
		arrays = append(arrays, array(seed, elements/len(numbers)))
	}
	return arrays
}

// Whether an element gets through every filter, as a number: 0 comes first.
func counted(value int64) int {
	swapped := bits.ReverseBytes64(uint64(value))
	if value != 0 && (swapped&0xff00)>>8 < swapped&0xff && bits.LeadingZeros64(swapped) <= 56 {
		return 1
	}
	return 0
}

// Arrays of 4096 elements, in each the values of seed 0 or, in every other one, of seed 1.
func ordered(elements int, data string) [][]int64 {
	if elements%(2*block) != 0 {
		panic(fmt.Sprintf("the elements have to fill pairs of arrays of %d", block))
	}
	originals, dice, arrays := alternated(2*block, "0,1"), newXoshiro(2), make([][]int64, elements/block)
	for number := range arrays {
		values := slices.Clone(originals[number%2])
		switch data {
		case "alternated":
		case "predictable":
			slices.SortStableFunc(values, func(a, b int64) int { return counted(a) - counted(b) })
		case "fresh":
			for at := block - 1; at > 0; at-- {
				other := (dice.next() >> 32) * uint64(at+1) >> 32
				values[at], values[other] = values[other], values[at]
			}
		default:
			panic(fmt.Sprintf("no order of the data is called `%s`", data))
		}
		arrays[number] = values
	}
	check(arrays, data)
	return arrays
}

// The order is in no answer, so that it is looked at here: where the counted elements of the second array are.
func check(arrays [][]int64, data string) {
	if len(arrays) == 0 {
		return
	}
	places, right := 0, map[string]int{"predictable": 6249282, "alternated": 4087321, "fresh": 4176195}
	for place, value := range arrays[1] {
		places += place * counted(value)
	}
	if places != right[data] {
		panic(fmt.Sprintf("the elements are in another order than `%s`", data))
	}
}

// Registers a way: a call applies it to each of the arrays that its input stands for, and answers the sum of all.
func way(name string, way func([]int64) int64) {
	job := func(cell *paragone.Cell, make func(elements int) [][]int64) func([]byte) int64 {
		made := map[uint64][][]int64{}
		for _, input := range cell.Inputs() {
			elements := binary.LittleEndian.Uint64(input)
			made[elements] = make(int(elements))
		}
		return func(input []byte) (sum int64) {
			for _, values := range made[binary.LittleEndian.Uint64(input)] {
				sum += way(values)
			}
			return sum
		}
	}
	for _, benchmark := range []string{"pipeline", "go", "published", "published-largest"} {
		paragone.Bench(benchmark, name, func(cell *paragone.Cell) func([]byte) int64 {
			return job(cell, func(elements int) [][]int64 { return alternated(elements, cell.Param("seeds")) })
		})
	}
	paragone.Bench("prediction-others", name, func(cell *paragone.Cell) func([]byte) int64 {
		return job(cell, func(elements int) [][]int64 { return ordered(elements, cell.Param("data")) })
	})
}
