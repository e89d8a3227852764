module texts

go 1.20

require paragone.dev/sdk v0.0.0

replace paragone.dev/sdk => ../../sdk/go
