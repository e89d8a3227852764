module lookup

go 1.24.0

require (
	github.com/nicksnyder/go-i18n/v2 v2.6.1
	golang.org/x/text v0.32.0
	paragone.dev/sdk v0.0.0
)

replace paragone.dev/sdk => ../../../../sdk/go
