package main

// FNV-1a: each byte waits for the one before.
func fnv(data []byte) uint64 {
	total := uint64(0xcbf29ce484222325)
	for _, b := range data {
		total = (total ^ uint64(b)) * 0x100000001b3
	}
	return total
}

// Fletcher's checksum: a sum, and the sum of the sums.
func fletcher(data []byte) uint64 {
	total, sums := uint32(0), uint32(0)
	for _, b := range data {
		total = (total + uint32(b)) % 65535
		sums = (sums + total) % 65535
	}
	return uint64(sums)<<16 | uint64(total)
}
