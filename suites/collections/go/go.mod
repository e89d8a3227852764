module collections

go 1.23

require paragone.dev/sdk v0.0.0

replace paragone.dev/sdk => ../../../sdk/go
