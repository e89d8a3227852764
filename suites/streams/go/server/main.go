// A folder on a port of this machine, by Go's own server: which sends a file from the page cache to the socket by one
// system call, and keeps connections.
//
// In: the folder, and the end of standard input, which ends it; out: its port, on standard output.
package main

import (
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

func main() {
	log.SetFlags(0)
	folder := os.Args[len(os.Args)-1]
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	go func() {
		io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	fmt.Printf("paragone-server 1 %d\n", listener.Addr().(*net.TCPAddr).Port)
	log.Fatal(http.Serve(listener, http.HandlerFunc(func(to http.ResponseWriter, asked *http.Request) {
		file, err := os.Open(filepath.Join(folder, filepath.Base(asked.URL.Path)))
		if err != nil {
			http.NotFound(to, asked)
			return
		}
		defer file.Close()
		// Told, or the first bytes would be read to guess it.
		to.Header().Set("Content-Type", "application/octet-stream")
		http.ServeContent(to, asked, "", time.Time{}, file)
	})))
}
