//! How many lines has a text? Two ways in Swift.

let driver = Driver()

// The outer closure is the set-up: it runs once, untimed, and gives what is called and timed.
driver.bench("lines", "loop") { _ in
    { text in
        var lines = 0
        for byte in text where byte == 10 { lines += 1 }
        return lines  // what a call returns is its answer
    }
}

driver.bench("lines", "filter") { _ in
    { text in text.lazy.filter { $0 == 10 }.count }
}

driver.serve()
