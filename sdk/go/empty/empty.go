// A driver that serves nothing: what any driver in Go weighs before it holds an implementation.
package main

import paragone "paragone.dev/sdk"

func main() { paragone.Serve() }
