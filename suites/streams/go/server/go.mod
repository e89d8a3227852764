module paragone.dev/suites/streams/server

go 1.20
