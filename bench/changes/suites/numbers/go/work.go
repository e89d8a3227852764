package main

import (
	"encoding/binary"
	"math/bits"
)

// Numbers by their highest four bits, in the order in which they came: memory that is written at sixteen places.
func buckets(data []byte) uint64 {
	var sums [16]uint64
	for i := 0; i+4 <= len(data); i += 4 {
		number := binary.LittleEndian.Uint32(data[i:])
		sum := &sums[number>>28]
		*sum = bits.RotateLeft64(*sum, 5) ^ uint64(number)
	}
	total := uint64(0)
	for _, sum := range sums {
		total = total*31 + sum
	}
	return total
}

// The largest sum of neighbours, bytes above 127 counted as negative (Kadane).
func largest(data []byte) uint64 {
	total, here := int64(0), int64(0)
	for _, b := range data {
		here += int64(int8(b))
		if here < 0 {
			here = 0
		}
		if here > total {
			total = here
		}
	}
	return uint64(total)
}
