// Package paragone makes a program a driver: register jobs with Bench, then Serve.
//
// In: protocol 2 on standard input, and the input files that `prepare` names; out: answers and times.
// It parses no flag, does no statistics and knows no benchmark. Standard library only.
//
//	func main() {
//		paragone.Bench("sum", "loop", func(*paragone.Cell) func([]byte) uint64 {
//			return func(input []byte) (sum uint64) {
//				for _, b := range input {
//					sum += uint64(b)
//				}
//				return sum
//			}
//		})
//		paragone.Serve()
//	}
package paragone

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"runtime"
	"runtime/metrics"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode"
	"unsafe"
)

// What a request may measure: bytes of one line, and lines between `prepare` and `end`.
const (
	mostLine  = 4096
	mostLines = 4096
)

// Names of readings, of one request.
const mostReadings = 16

// Answer is what a call may return: Paragone compares it as bytes, an integer as 8 of them,
// little-endian. Arrays are there so that a digest needs no memory of the heap.
type Answer interface {
	None | []byte | string | bool | int | int32 | int64 | uint | uint8 | uint16 | uint32 | uint64 |
		[16]byte | [20]byte | [28]byte | [32]byte | [48]byte | [64]byte
}

// None is the answer of a call that has none: no bytes.
type None struct{}

func bytesOf[T Answer](answer T) []byte {
	// What is negative is extended by its sign: an answer is compared as bits, in any language.
	number := func(n uint64) []byte { return binary.LittleEndian.AppendUint64(nil, n) }
	switch a := any(answer).(type) {
	case []byte:
		return a
	case string:
		return []byte(a)
	case bool:
		if a {
			return number(1)
		}
		return number(0)
	case int:
		return number(uint64(a))
	case int32:
		return number(uint64(a))
	case int64:
		return number(uint64(a))
	case uint:
		return number(uint64(a))
	case uint8:
		return number(uint64(a))
	case uint16:
		return number(uint64(a))
	case uint32:
		return number(uint64(a))
	case uint64:
		return number(a)
	case [16]byte:
		return a[:]
	case [20]byte:
		return a[:]
	case [28]byte:
		return a[:]
	case [32]byte:
		return a[:]
	case [48]byte:
		return a[:]
	case [64]byte:
		return a[:]
	}
	return nil
}

var (
	keeping bool
	kept    any
)

// Keep keeps a value from being optimised away. The compiler does not look into a function that is
// never inlined, and has to believe that the value is stored; so what it points to is on the heap.
//
//go:noinline
func Keep[T any](value T) {
	if keeping {
		kept = value
	}
}

type toldReading struct {
	name  string
	value float64
}

var told []toldReading

// Reading tells a number beside the time, from within a call and from the goroutine that was called: it goes with
// the sample, under a name of `a-z 0-9 _ + -`. A sample has many calls, and each name once, with the value that was
// told last: a job that wants a total adds it up and tells it at any call. More than 16 names in one request fail it,
// by a panic; what an untimed call tells is forgotten.
func Reading(name string, value float64) {
	for i := range told {
		if told[i].name == name {
			told[i].value = value
			return
		}
	}
	if len(told) == mostReadings {
		panic(fmt.Sprintf("readings of more than %d names in one request", mostReadings))
	}
	told = append(told, toldReading{name, value})
}

// Cell is what `prepare` said: the inputs, already in memory, and the parameters.
type Cell struct {
	inputs [][]byte
	params map[string]string
}

// Inputs are the inputs, one of which each call gets.
func (c *Cell) Inputs() [][]byte { return c.inputs }

// Param is the value of a parameter; one that the suite does not set fails the cell by name.
func (c *Cell) Param(name string) string {
	value, found := c.params[name]
	if !found {
		panic(fmt.Sprintf("no parameter `%s`", name))
	}
	return value
}

// A file in memory of this process, aligned to 64 so that no language is luckier: the collector
// does not move what is on the heap.
func read(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	about, err := file.Stat()
	if err != nil {
		return nil, err
	}
	length := int(about.Size())
	storage := make([]byte, length+64)
	start := int(-uintptr(unsafe.Pointer(&storage[0])) % 64)
	// Nothing beyond the end can be appended to.
	input := storage[start : start+length : start+length]
	_, err = io.ReadFull(file, input)
	return input, err
}

// A cell that is ready to be called.
type prepared interface {
	answer(input []byte) []byte
	time(calls uint64, inputs [][]byte) (wall, cpu int64)
	last() ([]byte, bool)
}

// One of call and callOn is set: a closure over the other would be part of what is timed.
type job[S any, T Answer] struct {
	call    func(input []byte) T
	callOn  func(state *S, input []byte) T
	reset   func(state *S, input []byte)
	state   S
	result  T
	isTimed bool
}

func (j *job[S, T]) answer(input []byte) []byte {
	// `last` speaks of timed calls alone.
	j.isTimed = false
	if j.call != nil {
		return bytesOf(j.call(input))
	}
	j.reset(&j.state, input)
	return bytesOf(j.callOn(&j.state, input))
}

// Never inlined, so that what surrounds the loop cannot change its code. The compiler does not see
// through a function's value that it has from memory, so it removes no call and moves none.
//
//go:noinline
func (j *job[S, T]) time(calls uint64, inputs [][]byte) (wall, cpu int64) {
	j.isTimed = false
	call, callOn, reset, state := j.call, j.callOn, j.reset, &j.state
	var result T
	next := 0
	// The first reading brings the clock's own code and data into the cache.
	now()
	cpu = cpuNow()
	if reset != nil {
		for i := uint64(0); i < calls; i++ {
			input := inputs[next]
			if next++; next == len(inputs) {
				next = 0
			}
			reset(state, input)
			start := now()
			result = callOn(state, input)
			wall += now() - start
		}
	} else {
		start := now()
		for i := uint64(0); i < calls; i++ {
			input := inputs[next]
			if next++; next == len(inputs) {
				next = 0
			}
			result = call(input)
		}
		wall = now() - start
	}
	cpu = cpuNow() - cpu
	j.result, j.isTimed = result, true
	return wall, cpu
}

func (j *job[S, T]) last() ([]byte, bool) { return bytesOf(j.result), j.isTimed }

type implementation struct {
	benchmark, name string
	hasReset        bool
	setup           func(*Cell) prepared
}

var implementations []implementation

// Bench registers an implementation of a benchmark. The setup runs untimed at each `prepare`; the
// function that it returns is what is timed.
func Bench[T Answer](benchmark, name string, setup func(*Cell) func(input []byte) T) {
	prepare := func(cell *Cell) prepared { return &job[None, T]{call: setup(cell)} }
	implementations = append(implementations, implementation{benchmark, name, false, prepare})
}

// BenchWithReset does the same for a job that changes its state: reset runs untimed before each call.
func BenchWithReset[S any, T Answer](
	benchmark, name string,
	setup func(*Cell) S,
	reset func(state *S, input []byte),
	call func(state *S, input []byte) T,
) {
	prepare := func(cell *Cell) prepared { return &job[S, T]{state: setup(cell), reset: reset, callOn: call} }
	implementations = append(implementations, implementation{benchmark, name, true, prepare})
}

// Serve talks with Paragone until it says `quit`; does not return.
func Serve() {
	if isTerminal(os.Stdin) {
		fmt.Fprintln(os.Stderr, "this is a benchmark driver: it is started by `paragone run`, not by hand")
		os.Exit(2)
	}
	// The one job that every driver has: its time is what a call costs.
	Bench("paragone", "empty", func(*Cell) func([]byte) None {
		return func([]byte) None { return None{} }
	})
	input, output, err := privateStreams()
	if err == nil {
		c := conversation{input: bufio.NewReaderSize(input, mostLine), output: output}
		err = c.hold()
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "driver: %v\n", err)
		os.Exit(1)
	}
	os.Exit(0)
}

type conversation struct {
	input   *bufio.Reader
	output  *os.File
	reply   []byte
	cell    *Cell
	job     prepared
	samples int
}

// Samples take sixteen places of the stack in turn, of 272 bytes each, which cross a page of 4 KiB at
// every alignment to 16 within a cache line. Where the stack lies beside other data can cost ten
// percent, and one process has one such luck for its whole life.
const places = 16

// Does something so many places lower on the stack.
//
//go:noinline
func lower(places int, work func()) {
	var room [240]byte
	touch(&room)
	if places == 0 {
		work()
	} else {
		lower(places-1, work)
	}
	touch(&room)
}

//go:noinline
func touch(*[240]byte) {}

func (c *conversation) hold() error {
	for {
		line, err := c.line()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		word, rest, _ := strings.Cut(line, " ")
		var details []string
		switch word {
		case "quit":
			return nil
		case "prepare":
			if details, err = c.details(); err != nil {
				return err
			}
		}
		if err := c.obey(word, rest, details); err != nil {
			c.reply = failure(c.reply[:0], err.Error())
		}
		if _, err := c.output.Write(c.reply); err != nil {
			return err
		}
	}
}

// The next line without its end; io.EOF where Paragone has closed its side.
func (c *conversation) line() (string, error) {
	line, err := c.input.ReadSlice('\n')
	if err == nil {
		return string(line[:len(line)-1]), nil
	}
	if err == bufio.ErrBufferFull || err == io.EOF && len(line) > 0 {
		err = errors.New("a line that does not end, or not within 4096 bytes")
	}
	return "", err
}

// The lines up to `end`, read whatever is wrong, so that the next request is read as a request.
func (c *conversation) details() (lines []string, err error) {
	for len(lines) <= mostLines {
		line, err := c.line()
		if err != nil {
			break
		}
		if line == "end" {
			return lines, nil
		}
		lines = append(lines, line)
	}
	return nil, errors.New("`prepare` without an `end`")
}

// Makes the reply. A panic of an implementation fails its request, not the conversation.
func (c *conversation) obey(word, rest string, details []string) (err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			err = fmt.Errorf("panicked: %v", panicked)
		}
	}()
	told = told[:0]
	switch word {
	case "paragone":
		version, err := number(word, rest, 0)
		if err == nil && version == 0 {
			err = errors.New("this driver speaks protocol 1 and 2")
		}
		if err != nil {
			return err
		}
		if version > 2 {
			version = 2
		}
		c.greet(version)
	case "prepare":
		return c.prepare(rest, details)
	case "answer":
		return c.answer(rest)
	case "time":
		return c.time(rest)
	case "audit":
		return c.audit(rest)
	case "last":
		if c.job != nil {
			if last, isTimed := c.job.last(); isTimed {
				c.reply = counted(c.reply[:0], last)
				return nil
			}
		}
		return errors.New("nothing was timed")
	default:
		return fmt.Errorf("unknown request `%s`", word)
	}
	return nil
}

func (c *conversation) greet(version uint64) {
	text := fmt.Sprintf("paragone %d\nlanguage go\nruntime %s %s/%s\nclock %s %d\n",
		version, runtime.Version(), runtime.GOOS, runtime.GOARCH, clockName(), resolution())
	for _, i := range implementations {
		if i.benchmark != "paragone" {
			text += fmt.Sprintf("implementation %s %s", i.benchmark, i.name)
			if i.hasReset && version > 1 {
				text += " reset"
			}
			text += "\n"
		}
	}
	c.reply = append(c.reply[:0], text+"ready\n"...)
}

func (c *conversation) prepare(wanted string, details []string) error {
	c.cell, c.job = nil, nil
	cell := &Cell{params: map[string]string{}}
	for _, line := range details {
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "input":
			input, err := read(rest)
			if err != nil {
				return fmt.Errorf("failed to read input `%s`: %w", rest, err)
			}
			cell.inputs = append(cell.inputs, input)
		case "param":
			name, value, _ := strings.Cut(rest, " ")
			// The first one counts, as in every SDK.
			if _, known := cell.params[name]; !known {
				cell.params[name] = value
			}
		default:
			return fmt.Errorf("unknown line `%s` in `prepare`", line)
		}
	}
	for _, i := range implementations {
		if wanted == i.benchmark+" "+i.name {
			job := i.setup(cell)
			c.cell, c.job = cell, job
			c.reply = append(c.reply[:0], "ok\n"...)
			return nil
		}
	}
	return fmt.Errorf("unknown implementation `%s`", wanted)
}

// A cell without inputs gets an empty one.
func (c *conversation) inputs() [][]byte {
	if len(c.cell.inputs) == 0 {
		return [][]byte{{}}
	}
	return c.cell.inputs
}

func (c *conversation) answer(rest string) error {
	index, err := number("answer", rest, 0)
	if err != nil {
		return err
	}
	if c.job == nil {
		return errors.New("nothing is prepared")
	}
	inputs := c.inputs()
	if index >= uint64(len(inputs)) {
		return fmt.Errorf("no input %d", index)
	}
	c.reply = counted(c.reply[:0], c.job.answer(inputs[index]))
	return nil
}

func (c *conversation) time(rest string) error {
	calls, err := number("time", rest, 1)
	if err != nil {
		return err
	}
	if c.job == nil {
		return errors.New("nothing is prepared")
	}
	inputs, place := c.inputs(), c.samples%places
	c.samples++
	var wall, cpu int64
	before := counters()
	lower(place, func() { wall, cpu = c.job.time(calls, inputs) })
	after := counters()
	c.reply = c.reply[:0]
	for _, own := range told {
		c.reply = fmt.Appendf(c.reply, "reading %s %v\n", own.name, own.value)
	}
	c.reply = append(c.reply, fmt.Sprintf("reading gc %d\nreading allocated %d\ntime %d %d\n",
		after.collections-before.collections, after.allocated-before.allocated, wall, cpu)...)
	return nil
}

// So many untimed calls, and one number made of all their answers: each one's length, 8 bytes, and its bytes.
func (c *conversation) audit(rest string) error {
	calls, err := number("audit", rest, 1)
	if err != nil {
		return err
	}
	if c.job == nil {
		return errors.New("nothing is prepared")
	}
	inputs, next, crc := c.inputs(), 0, uint32(0)
	var length [8]byte
	for i := uint64(0); i < calls; i++ {
		answer := c.job.answer(inputs[next])
		if next++; next == len(inputs) {
			next = 0
		}
		binary.LittleEndian.PutUint64(length[:], uint64(len(answer)))
		crc = crc32.Update(crc32.Update(crc, crc32.IEEETable, length[:]), crc32.IEEETable, answer)
	}
	c.reply = fmt.Appendf(c.reply[:0], "audit %d\n", crc)
	return nil
}

func number(word, text string, least uint64) (uint64, error) {
	// In base 10 this takes digits alone: no sign, no underscore.
	number, err := strconv.ParseUint(text, 10, 64)
	if err != nil || number < least {
		return 0, fmt.Errorf("expected `%s NUMBER`, got `%s %s`", word, word, text)
	}
	return number, nil
}

// One line, and not a long one, whatever an implementation said.
func failure(reply []byte, text string) []byte {
	characters := 0
	reply = append(reply, "error "...)
	// Broken text comes out of this loop as the character for it.
	for _, character := range text {
		if characters++; characters > 500 {
			break
		}
		if unicode.IsControl(character) {
			character = ' '
		}
		reply = append(reply, string(character)...)
	}
	return append(reply, '\n')
}

func counted(reply, answer []byte) []byte {
	return append(append(reply, fmt.Sprintf("answer %d\n", len(answer))...), answer...)
}

type counts struct{ collections, allocated uint64 }

var counter = []metrics.Sample{{Name: "/gc/cycles/total:gc-cycles"}, {Name: "/gc/heap/allocs:bytes"}}

// The runtime's own counters, which stop nothing. It counts small objects when a page of them is
// used up, so a sample that allocates little may show none of it, and another the page.
func counters() counts {
	metrics.Read(counter)
	return counts{counter[0].Value.Uint64(), counter[1].Value.Uint64()}
}

var start = time.Now()

// Nanoseconds of the runtime's monotonic clock. A difference to one fixed time is a single reading;
// time.Now would be two, since it reads the calendar as well.
func now() int64 { return int64(time.Since(start)) }

func resolution() int64 {
	least, before := int64(0), now()
	for i := 0; i < 1000; i++ {
		after := now()
		if step := after - before; step > 0 && (least == 0 || step < least) {
			least = step
		}
		before = after
	}
	return least
}

func clockName() string {
	if runtime.GOOS == "darwin" {
		return "CLOCK_UPTIME_RAW"
	}
	return "CLOCK_MONOTONIC"
}

// The number of the system call clock_gettime, which the standard library does not offer by name.
var clockGettime = map[string]uintptr{"linux/amd64": 228, "linux/arm64": 113}[runtime.GOOS+"/"+runtime.GOARCH]

// CPU time of the process, in nanoseconds; elsewhere than on Linux its step is a microsecond.
func cpuNow() int64 {
	if clockGettime != 0 {
		const processCPU = 2
		var t syscall.Timespec
		syscall.RawSyscall(clockGettime, processCPU, uintptr(unsafe.Pointer(&t)), 0)
		return t.Nano()
	}
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return usage.Utime.Nano() + usage.Stime.Nano()
}

// A device of characters that is not /dev/null, which is the only other one that anybody gives.
func isTerminal(file *os.File) bool {
	about, err := file.Stat()
	if err != nil || about.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	nothing, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(about, nothing)
}

// Takes the streams for the conversation alone: what an implementation prints goes to standard
// error, and what it reads is empty. The copies are closed in child processes.
func privateStreams() (input, output *os.File, err error) {
	copies := [2]int{}
	for fd := range copies {
		if copies[fd], err = syscall.Dup(fd); err != nil {
			return nil, nil, fmt.Errorf("failed to copy descriptor %d: %w", fd, err)
		}
		syscall.CloseOnExec(copies[fd])
	}
	// Every Unix has `dup`, which takes the lowest descriptor that is free; not all have `dup2`.
	syscall.Close(0)
	fd, err := syscall.Open(os.DevNull, syscall.O_RDONLY, 0)
	if err == nil && fd == 0 {
		syscall.Close(1)
		fd, err = syscall.Dup(2)
	}
	if err != nil || fd > 1 {
		return nil, nil, fmt.Errorf("failed to replace standard input and output: got descriptor %d, error %v", fd, err)
	}
	return os.NewFile(uintptr(copies[0]), "lab"), os.NewFile(uintptr(copies[1]), "lab"), nil
}
