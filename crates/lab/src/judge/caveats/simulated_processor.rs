//! Instructions were counted on another processor than the one that was timed, and perhaps of other code.

use crate::model::{Amount, Caveat, Resources};

pub(crate) fn simulated_processor(resources: &Resources) -> Option<Caveat> {
    resources.get("simulated-instructions").and_then(Amount::known)?;
    Some(Caveat::SimulatedProcessor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Unknown;
    use crate::words::caveat_text;

    #[test]
    fn it_stands_beside_a_count_and_nowhere_else() {
        let seen = |name: &str, amount| simulated_processor(&Resources::from([(name.to_owned(), amount)]));
        let caveat = seen("simulated-instructions", Amount::Known(0.0)).unwrap();
        assert!(caveat.name() == "simulated-processor" && caveat_text(&caveat).contains("AVX-512"), "{caveat:?}");
        assert_eq!(seen("simulated-instructions", Amount::Unknown(Unknown::because("no valgrind"))), None);
        assert_eq!(seen("instructions", Amount::Known(9.0)), None);
    }
}
