module paragone.dev/sdk

go 1.20
