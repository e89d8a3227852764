module x-text

go 1.24.0

require (
	golang.org/x/text v0.30.0
	paragone.dev/sdk v0.0.0
)

replace paragone.dev/sdk => ../../../sdk/go
