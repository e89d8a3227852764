use paragone_sdk::Driver;

mod work;

fn main() {
    let mut driver = Driver::new();
    driver.bench("fnv", "plain", |_| work::fnv);
    driver.bench("fletcher", "plain", |_| work::fletcher);
    driver.serve();
}
