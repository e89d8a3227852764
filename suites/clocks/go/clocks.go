// What package time offers to tell the time.
//
// In: how often to read, or bytes to go through; out: twice the number of reads plus whether the display
// was painted, or the bytes' sum. A loop is written out for each way, because a call through a function's
// value is never inlined.
package main

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"time"

	"paragone.dev/sdk"
)

const period = 100 * time.Millisecond

// When the display was last painted: so long before the set-up that the first read of a call paints it.
// What the clock takes for 20 ms must be that, roughly, by the runtime's monotonic clock.
func checked(now func() time.Time) time.Time {
	began, start := time.Now(), now()
	for now().Sub(start) <= period/5 && time.Since(began) < 2*time.Second {
	}
	if passed := time.Since(began); passed < 10*time.Millisecond || passed >= 2*time.Second {
		panic(fmt.Sprintf("20 ms by this clock are %v", passed))
	}
	return start.Add(-period)
}

func answer(reads, painted uint64) uint64 {
	if painted > 0 {
		return 2*reads + 1
	}
	return 2 * reads
}

func every(cell *paragone.Cell) uint64 {
	if cell.Param("every") == "none" {
		return math.MaxUint64
	}
	every, err := strconv.ParseUint(cell.Param("every"), 10, 64)
	if err != nil {
		panic(err)
	}
	return every
}

func benchNow() {
	paragone.Bench("read", "time-now", func(*paragone.Cell) func([]byte) uint64 {
		setUp := checked(time.Now)
		return func(input []byte) uint64 {
			reads, painted, last := binary.LittleEndian.Uint64(input), uint64(0), setUp
			for i := uint64(0); i < reads; i++ {
				now := time.Now()
				if now.Sub(last) > period {
					last = now
					painted++
				}
			}
			return answer(reads, painted)
		}
	})
	paragone.Bench("progress", "time-now", func(cell *paragone.Cell) func([]byte) uint64 {
		every := every(cell)
		return func(input []byte) (sum uint64) {
			shown, until, last := 0, every, time.Now()
			for i, b := range input {
				sum += uint64(b)
				if until--; until == 0 {
					now := time.Now()
					until = every
					if now.Sub(last) > period {
						shown, last = i+1, now
					}
				}
			}
			paragone.Keep(shown)
			return sum
		}
	})
}

// It reads the monotonic clock alone, where time.Now reads the calendar as well.
func benchSince() {
	paragone.Bench("read", "time-since", func(*paragone.Cell) func([]byte) uint64 {
		setUp := checked(time.Now)
		return func(input []byte) uint64 {
			reads, painted, last := binary.LittleEndian.Uint64(input), uint64(0), setUp
			for i := uint64(0); i < reads; i++ {
				if time.Since(last) > period {
					last = time.Now()
					painted++
				}
			}
			return answer(reads, painted)
		}
	})
	paragone.Bench("progress", "time-since", func(cell *paragone.Cell) func([]byte) uint64 {
		every := every(cell)
		return func(input []byte) (sum uint64) {
			shown, until, last := 0, every, time.Now()
			for i, b := range input {
				sum += uint64(b)
				if until--; until == 0 {
					until = every
					if time.Since(last) > period {
						shown, last = i+1, time.Now()
					}
				}
			}
			paragone.Keep(shown)
			return sum
		}
	})
}

func benchUnixNano() {
	paragone.Bench("read", "unix-nano", func(*paragone.Cell) func([]byte) uint64 {
		// Without its monotonic part a time is a reading of the calendar.
		setUp := checked(func() time.Time { return time.Now().Round(0) }).UnixNano()
		return func(input []byte) uint64 {
			reads, painted, last := binary.LittleEndian.Uint64(input), uint64(0), setUp
			for i := uint64(0); i < reads; i++ {
				now := time.Now().UnixNano()
				if now-last > int64(period) {
					last = now
					painted++
				}
			}
			return answer(reads, painted)
		}
	})
}

func main() {
	benchNow()
	benchSince()
	benchUnixNano()
	paragone.Serve()
}
