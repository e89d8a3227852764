// The pipeline in Go: a loop, slices and iterators.
//
// In: an array of 64-bit integers; out: the sum of the leading zeros. The standard library has iterators, but
// nothing that filters or maps them, so these are written here, as everybody does. Nothing is inlined into what
// calls it, so that the machine code of each way stands below its own name.
package main

import (
	"iter"
	"math/bits"
	"slices"

	"paragone.dev/sdk"
)

func present(value int64) bool  { return value != 0 }
func swapped(value int64) int64 { return int64(bits.ReverseBytes64(uint64(value))) }
func inOrder(value int64) bool  { return (value&0xff00)>>8 < value&0xff }
func zerosOf(value int64) int64 { return int64(bits.LeadingZeros64(uint64(value))) }
func small(zeros int64) bool    { return zeros <= 56 }

//go:noinline
func imperative(values []int64) (sum int64) {
	for _, value := range values {
		if value != 0 {
			swapped := bits.ReverseBytes64(uint64(value))
			if (swapped&0xff00)>>8 < swapped&0xff {
				zeros := bits.LeadingZeros64(swapped)
				if zeros <= 56 {
					sum += int64(zeros)
				}
			}
		}
	}
	return sum
}

func filtered(values []int64, keep func(int64) bool) (kept []int64) {
	for _, value := range values {
		if keep(value) {
			kept = append(kept, value)
		}
	}
	return kept
}

func mapped(values []int64, to func(int64) int64) []int64 {
	made := make([]int64, len(values))
	for i, value := range values {
		made[i] = to(value)
	}
	return made
}

//go:noinline
func eager(values []int64) (sum int64) {
	zeros := filtered(mapped(filtered(mapped(filtered(values, present), swapped), inOrder), zerosOf), small)
	for _, zeros := range zeros {
		sum += zeros
	}
	return sum
}

func filter(values iter.Seq[int64], keep func(int64) bool) iter.Seq[int64] {
	return func(yield func(int64) bool) {
		for value := range values {
			if keep(value) && !yield(value) {
				return
			}
		}
	}
}

func transform(values iter.Seq[int64], to func(int64) int64) iter.Seq[int64] {
	return func(yield func(int64) bool) {
		for value := range values {
			if !yield(to(value)) {
				return
			}
		}
	}
}

//go:noinline
func lazy(values []int64) (sum int64) {
	zeros := filter(transform(filter(transform(filter(slices.Values(values), present), swapped), inOrder), zerosOf), small)
	for zeros := range zeros {
		sum += zeros
	}
	return sum
}

func main() {
	way("loop", imperative)
	way("eager", eager)
	way("lazy", lazy)
	paragone.Serve()
}
