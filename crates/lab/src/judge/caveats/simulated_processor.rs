//! Instructions were counted on another processor than the one that was timed, and perhaps of other code.

use crate::model::{Amount, Caveat, Resources};

pub(crate) fn simulated_processor(resources: &Resources) -> Option<Caveat> {
    resources.get("simulated-instructions").and_then(Amount::known)?;
    let text = "Its simulated instructions are of valgrind's processor, which has neither the SHA instructions nor AVX-512: who chooses code by what there is may have run other code than when it was timed.";
    Some(Caveat::new("simulated-processor", text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Unknown;

    #[test]
    fn it_stands_beside_a_count_and_nowhere_else() {
        let seen = |name: &str, amount| simulated_processor(&Resources::from([(name.to_owned(), amount)]));
        let caveat = seen("simulated-instructions", Amount::Known(0.0)).unwrap();
        assert!(caveat.name == "simulated-processor" && caveat.text.contains("AVX-512"), "{caveat:?}");
        assert_eq!(seen("simulated-instructions", Amount::Unknown(Unknown::because("no valgrind"))), None);
        assert_eq!(seen("instructions", Amount::Known(9.0)), None);
    }
}
