// The sum of the bytes of a file, and of what a server has, in Go.
//
// In: a path or an address; out: the sum modulo 256. Every call opens and closes; an http.Client keeps its connection,
// as it does by itself.
package main

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"syscall"

	"paragone.dev/sdk"
)

func added(bytes []byte) uint8 {
	var sum uint8
	for _, one := range bytes {
		sum += one
	}
	return sum
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// chunked adds up what comes, piece by piece, in a buffer that is kept.
func chunked(from io.Reader, buffer []byte) uint8 {
	var sum uint8
	for {
		count, err := from.Read(buffer)
		sum += added(buffer[:count])
		if err == io.EOF {
			return sum
		}
		if err != nil {
			panic(err)
		}
	}
}

func byByte(from io.Reader) uint8 {
	var sum uint8
	reader := bufio.NewReader(from)
	for {
		one, err := reader.ReadByte()
		if err == io.EOF {
			return sum
		}
		if err != nil {
			panic(err)
		}
		sum += one
	}
}

func buffer(cell *paragone.Cell) []byte {
	return make([]byte, must(strconv.Atoi(cell.Param("buffer"))))
}

func chunks(cell *paragone.Cell) func([]byte) uint64 {
	buffer := buffer(cell)
	return func(path []byte) uint64 {
		file := must(os.Open(string(path)))
		defer file.Close()
		return uint64(chunked(file, buffer))
	}
}

func mapped(path []byte) uint64 {
	file := must(os.Open(string(path)))
	defer file.Close()
	size := int(must(file.Stat()).Size())
	if size == 0 {
		return 0
	}
	bytes := must(syscall.Mmap(int(file.Fd()), 0, size, syscall.PROT_READ, syscall.MAP_PRIVATE))
	defer syscall.Munmap(bytes)
	return uint64(added(bytes))
}

func body(address []byte) io.ReadCloser {
	answer := must(http.Get(string(address)))
	if answer.StatusCode != http.StatusOK {
		panic(fmt.Errorf("the server answered %s", answer.Status))
	}
	return answer.Body
}

func without(call func([]byte) uint64) func(*paragone.Cell) func([]byte) uint64 {
	return func(*paragone.Cell) func([]byte) uint64 { return call }
}

func main() {
	paragone.Bench("file", "chunks", chunks)
	paragone.Bench("buffer", "chunks", chunks)
	paragone.Bench("long", "chunks", chunks)
	paragone.Bench("file", "whole", without(func(path []byte) uint64 {
		return uint64(added(must(os.ReadFile(string(path)))))
	}))
	paragone.Bench("file", "mmap", without(mapped))
	paragone.Bench("file", "bytes", without(func(path []byte) uint64 {
		file := must(os.Open(string(path)))
		defer file.Close()
		return uint64(byByte(file))
	}))
	paragone.Bench("http", "chunks", func(cell *paragone.Cell) func([]byte) uint64 {
		buffer := buffer(cell)
		return func(address []byte) uint64 {
			body := body(address)
			defer body.Close()
			return uint64(chunked(body, buffer))
		}
	})
	paragone.Bench("http", "whole", without(func(address []byte) uint64 {
		body := body(address)
		defer body.Close()
		return uint64(added(must(io.ReadAll(body))))
	}))
	paragone.Bench("http", "bytes", without(func(address []byte) uint64 {
		body := body(address)
		defer body.Close()
		return uint64(byByte(body))
	}))
	paragone.Serve()
}
