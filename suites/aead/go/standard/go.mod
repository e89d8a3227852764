module aead/standard

go 1.24

require (
	golang.org/x/crypto v0.40.0
	paragone.dev/sdk v0.0.0
)

require golang.org/x/sys v0.34.0 // indirect

replace paragone.dev/sdk => ../../../../sdk/go
