package main

// 1 for a letter: the borrow of a subtraction.
func isLetter(b byte) uint64 {
	return (uint64((b|32)-'a') - 26) >> 63
}

// How many runs of letters there are, without a branch that depends on the text.
func words(data []byte) uint64 {
	total, inside := uint64(0), uint64(0)
	for _, b := range data {
		letter := isLetter(b)
		total += letter &^ inside
		inside = letter
	}
	return total
}

// How often each byte occurs, as one number: a small table that is written.
func letters(data []byte) uint64 {
	var counts [256]uint32
	for _, b := range data {
		counts[b]++
	}
	total := uint64(0)
	for _, count := range counts {
		total = total*31 + uint64(count)
	}
	return total
}
