use paragone_sdk::Driver;

mod work;

fn main() {
    let mut driver = Driver::new();
    driver.bench("buckets", "plain", |_| work::buckets);
    driver.bench("largest", "plain", |_| work::largest);
    driver.serve();
}
