// Go's ways to call what the input's bytes choose.
//
// In: bytes, the lowest bits of which choose one of so many targets; out: what all calls folded. The loop is
// written out for each way, because a call through a function's value is never inlined.
package main

import (
	"fmt"
	"reflect"
	"strconv"

	"dispatch/targets"

	"paragone.dev/sdk"
)

// There are 1, 2 or 8 targets.
func mask(cell *paragone.Cell) uint32 {
	number, err := strconv.ParseUint(cell.Param("targets"), 10, 32)
	if err != nil {
		panic(err)
	}
	return uint32(number) - 1
}

// Asks one type after the other whether it is that.
func byType(target any, folded, b uint32) uint32 {
	switch target := target.(type) {
	case *targets.TypeA:
		return target.Apply(folded, b)
	case *targets.TypeB:
		return target.Apply(folded, b)
	case *targets.TypeC:
		return target.Apply(folded, b)
	case *targets.TypeD:
		return target.Apply(folded, b)
	case *targets.TypeE:
		return target.Apply(folded, b)
	case *targets.TypeF:
		return target.Apply(folded, b)
	case *targets.TypeG:
		return target.Apply(folded, b)
	case *targets.TypeH:
		return target.Apply(folded, b)
	}
	panic("there are eight types")
}

func direct(mask uint32, input []byte) uint32 {
	folded := uint32(1)
	for _, each := range input {
		b := uint32(each)
		switch b & mask {
		case 0:
			folded = targets.A(folded, b)
		case 1:
			folded = targets.B(folded, b)
		case 2:
			folded = targets.C(folded, b)
		case 3:
			folded = targets.D(folded, b)
		case 4:
			folded = targets.E(folded, b)
		case 5:
			folded = targets.F(folded, b)
		case 6:
			folded = targets.G(folded, b)
		default:
			folded = targets.H(folded, b)
		}
	}
	return folded
}

func kept(mask, folded, b uint32) uint32 {
	switch b & mask {
	case 0:
		return targets.KeptA(folded, b)
	case 1:
		return targets.KeptB(folded, b)
	case 2:
		return targets.KeptC(folded, b)
	case 3:
		return targets.KeptD(folded, b)
	case 4:
		return targets.KeptE(folded, b)
	case 5:
		return targets.KeptF(folded, b)
	case 6:
		return targets.KeptG(folded, b)
	default:
		return targets.KeptH(folded, b)
	}
}

// Raises the chosen event for each byte. The handlers beyond the first must all have been called.
func raise(events [][]targets.Handler, mask uint32, input []byte) uint32 {
	state := targets.State{Folded: 1}
	for _, b := range input {
		for _, handler := range events[uint32(b)&mask] {
			handler(&state, uint32(b))
		}
	}
	if state.Seen != uint64(len(events[0])-1)*uint64(len(input)) {
		panic("a handler was left out")
	}
	return state.Folded
}

func bench(benchmark string) {
	way := func(name string, call func(mask uint32) func([]byte) uint32) {
		paragone.Bench(benchmark, name, func(cell *paragone.Cell) func([]byte) uint32 { return call(mask(cell)) })
	}
	way("plain", func(mask uint32) func([]byte) uint32 {
		if mask != 0 {
			panic("a plain call has one target")
		}
		return func(input []byte) uint32 {
			folded := uint32(1)
			for _, b := range input {
				folded = targets.KeptA(folded, uint32(b))
			}
			return folded
		}
	})
	way("direct", func(mask uint32) func([]byte) uint32 {
		return func(input []byte) uint32 { return direct(mask, input) }
	})
	way("never-inlined", func(mask uint32) func([]byte) uint32 {
		return func(input []byte) uint32 {
			folded := uint32(1)
			for _, b := range input {
				folded = kept(mask, folded, uint32(b))
			}
			return folded
		}
	})
	way("condition", func(mask uint32) func([]byte) uint32 {
		bindings := targets.Bindings()
		return func(input []byte) uint32 {
			folded := uint32(1)
			for _, b := range input {
				if bindings[uint32(b)&mask].IsDirect {
					folded = kept(mask, folded, uint32(b))
				} else {
					folded = targets.Superclass(folded, uint32(b))
				}
			}
			return folded
		}
	})
	way("single", func(mask uint32) func([]byte) uint32 {
		single := targets.Only(mask)
		return func(input []byte) uint32 {
			folded := uint32(1)
			for _, b := range input {
				folded = single.Choose(folded, uint32(b))
			}
			return folded
		}
	})
	way("interface", func(mask uint32) func([]byte) uint32 {
		objects := targets.Objects()
		return func(input []byte) uint32 {
			folded := uint32(1)
			for _, b := range input {
				folded = objects[uint32(b)&mask].Apply(folded, uint32(b))
			}
			return folded
		}
	})
	way("function", func(mask uint32) func([]byte) uint32 {
		pointers := targets.Pointers()
		return func(input []byte) uint32 {
			folded := uint32(1)
			for _, b := range input {
				folded = pointers[uint32(b)&mask](folded, uint32(b))
			}
			return folded
		}
	})
	way("by-type", func(mask uint32) func([]byte) uint32 {
		unknown := targets.Unknown()
		return func(input []byte) uint32 {
			folded := uint32(1)
			for _, b := range input {
				folded = byType(unknown[uint32(b)&mask], folded, uint32(b))
			}
			return folded
		}
	})
	way("reflection", func(mask uint32) func([]byte) uint32 {
		var methods []reflect.Value
		for _, object := range targets.Unknown() {
			methods = append(methods, reflect.ValueOf(object).MethodByName("Apply"))
		}
		return func(input []byte) uint32 {
			folded := uint32(1)
			for _, b := range input {
				arguments := [2]reflect.Value{reflect.ValueOf(folded), reflect.ValueOf(uint32(b))}
				folded = uint32(methods[uint32(b)&mask].Call(arguments[:])[0].Uint())
			}
			return folded
		}
	})
	for _, handlers := range []int{1, 4} {
		handlers := handlers
		way(fmt.Sprintf("event-%d", handlers), func(mask uint32) func([]byte) uint32 {
			events := targets.Events(handlers)
			return func(input []byte) uint32 { return raise(events, mask, input) }
		})
	}
}

func main() {
	for _, benchmark := range []string{"one", "two", "eight"} {
		bench(benchmark)
	}
	paragone.Serve()
}
