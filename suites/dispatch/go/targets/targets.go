// Package targets is what is called: eight tiny jobs, by each of Go's ways to call them.
//
// In: what was folded so far, and a byte; out: what is folded now. A package of its own, which hinders the
// compiler in nothing: it carries small functions from package to package.
package targets

func A(folded, b uint32) uint32 { return folded*5 + b }
func B(folded, b uint32) uint32 { return (folded ^ b) + folded<<3 }
func C(folded, b uint32) uint32 { return (folded ^ folded>>15) + b }
func D(folded, b uint32) uint32 { return folded*3 ^ b }
func E(folded, b uint32) uint32 { return (folded + b) ^ folded<<5 }
func F(folded, b uint32) uint32 { return (folded - b) ^ folded>>9 }
func G(folded, b uint32) uint32 { return folded*9 - b }
func H(folded, b uint32) uint32 { return ^folded + b<<7 }

// Superclass is what a binding calls where it is not direct, which does not happen.
//
//go:noinline
func Superclass(folded, b uint32) uint32 { return folded ^ b }

// The same jobs where the compiler is forbidden to carry them into the caller.

//go:noinline
func KeptA(folded, b uint32) uint32 { return A(folded, b) }

//go:noinline
func KeptB(folded, b uint32) uint32 { return B(folded, b) }

//go:noinline
func KeptC(folded, b uint32) uint32 { return C(folded, b) }

//go:noinline
func KeptD(folded, b uint32) uint32 { return D(folded, b) }

//go:noinline
func KeptE(folded, b uint32) uint32 { return E(folded, b) }

//go:noinline
func KeptF(folded, b uint32) uint32 { return F(folded, b) }

//go:noinline
func KeptG(folded, b uint32) uint32 { return G(folded, b) }

//go:noinline
func KeptH(folded, b uint32) uint32 { return H(folded, b) }

// Target is an object that has the job as its method.
type Target interface {
	Apply(folded, b uint32) uint32
}

// Each bears a number that nobody reads, so that it is an object with an address of its own.
type (
	TypeA struct{ number int }
	TypeB struct{ number int }
	TypeC struct{ number int }
	TypeD struct{ number int }
	TypeE struct{ number int }
	TypeF struct{ number int }
	TypeG struct{ number int }
	TypeH struct{ number int }
)

func (*TypeA) Apply(folded, b uint32) uint32 { return A(folded, b) }
func (*TypeB) Apply(folded, b uint32) uint32 { return B(folded, b) }
func (*TypeC) Apply(folded, b uint32) uint32 { return C(folded, b) }
func (*TypeD) Apply(folded, b uint32) uint32 { return D(folded, b) }
func (*TypeE) Apply(folded, b uint32) uint32 { return E(folded, b) }
func (*TypeF) Apply(folded, b uint32) uint32 { return F(folded, b) }
func (*TypeG) Apply(folded, b uint32) uint32 { return G(folded, b) }
func (*TypeH) Apply(folded, b uint32) uint32 { return H(folded, b) }

func Objects() []Target {
	return []Target{&TypeA{}, &TypeB{}, &TypeC{}, &TypeD{}, &TypeE{}, &TypeF{}, &TypeG{}, &TypeH{}}
}

// Unknown are the same objects, of which the caller knows nothing.
func Unknown() (all []any) {
	for _, object := range Objects() {
		all = append(all, object)
	}
	return all
}

func Pointers() []func(folded, b uint32) uint32 {
	return []func(folded, b uint32) uint32{A, B, C, D, E, F, G, H}
}

// Single is an interface that one type of the whole program has.
type Single interface {
	Choose(folded, b uint32) uint32
}

type only struct{ mask uint32 }

func Only(mask uint32) Single { return &only{mask} }

func (o *only) Choose(folded, b uint32) uint32 {
	switch b & o.mask {
	case 0:
		return KeptA(folded, b)
	case 1:
		return KeptB(folded, b)
	case 2:
		return KeptC(folded, b)
	case 3:
		return KeptD(folded, b)
	case 4:
		return KeptE(folded, b)
	case 5:
		return KeptF(folded, b)
	case 6:
		return KeptG(folded, b)
	default:
		return KeptH(folded, b)
	}
}

// Binding is as those of Objective-C are: direct unless somebody made a subclass, and never changed.
type Binding struct{ IsDirect bool }

func Bindings() []Binding {
	all := make([]Binding, 8)
	for i := range all {
		all[i].IsDirect = true
	}
	return all
}

// State is what the handlers of an event work on.
type State struct {
	Folded uint32
	Seen   uint64
}

type Handler func(state *State, b uint32)

// Events have a first handler that does the job, and others that count that they were called.
func Events(handlers int) (events [][]Handler) {
	for _, job := range Pointers() {
		job := job
		event := []Handler{func(state *State, b uint32) { state.Folded = job(state.Folded, b) }}
		for len(event) < handlers {
			event = append(event, func(state *State, _ uint32) { state.Seen++ })
		}
		events = append(events, event)
	}
	return events
}
