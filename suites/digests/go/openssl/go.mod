module digests/openssl

go 1.24

require paragone.dev/sdk v0.0.0

replace paragone.dev/sdk => ../../../../sdk/go
