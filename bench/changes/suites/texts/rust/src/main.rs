use paragone_sdk::Driver;

mod work;

fn main() {
    let mut driver = Driver::new();
    driver.bench("words", "plain", |_| work::words);
    driver.bench("letters", "plain", |_| work::letters);
    driver.serve();
}
