module digests/x-crypto

go 1.24.0

require (
	golang.org/x/crypto v0.48.0
	paragone.dev/sdk v0.0.0
)

replace paragone.dev/sdk => ../../../../sdk/go
