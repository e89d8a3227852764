package main

func isLetter(b byte) bool {
	return (b|32)-'a' < 26
}

// How many runs of letters there are: branches that depend on the text.
func words(data []byte) uint64 {
	total, inside := uint64(0), false
	for _, b := range data {
		if isLetter(b) {
			if !inside {
				total++
			}
			inside = true
		} else {
			inside = false
		}
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
