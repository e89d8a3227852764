//! Two builds whose programs are the same: between them there is nothing to choose.

use crate::model::{Caveat, ImplementationId};

/// Digests of machine code, where it is known; `others` may hold the row's own.
pub(crate) fn identical_code(
    (own, code): (&ImplementationId, Option<&str>),
    others: &[(&ImplementationId, Option<&str>)],
) -> Option<Caveat> {
    let code = code?;
    let same = |other: &&(&ImplementationId, Option<&str>)| is_other_build(own, other.0) && other.1 == Some(code);
    let (twin, _) = others.iter().find(same)?;
    Some(Caveat::IdenticalCode { twin: (*twin).clone() })
}

/// A driver holds many implementations: only its builds are two programs.
fn is_other_build(one: &ImplementationId, other: &ImplementationId) -> bool {
    (&one.language, &one.name) == (&other.language, &other.name) && one.build != other.build
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::caveat_text;

    fn seen(own: (&str, Option<&str>), others: &[(&str, Option<&str>)]) -> Option<String> {
        let ids: Vec<ImplementationId> = others.iter().map(|(name, _)| name.parse().unwrap()).collect();
        let others: Vec<_> = ids.iter().zip(others).map(|(id, (_, code))| (id, *code)).collect();
        identical_code((&own.0.parse().unwrap(), own.1), &others).map(|caveat| caveat_text(&caveat))
    }

    #[test]
    fn builds_with_the_same_code_are_told() {
        let others = [("c.sum@o2", Some("a")), ("c.sum@o3", Some("a")), ("c.sum@os", Some("b"))];
        assert!(seen(("c.sum@o2", Some("a")), &others).unwrap().contains("as that of c.sum@o3:"));
        assert!(seen(("c.sum@o3", Some("a")), &others).unwrap().contains("as that of c.sum@o2:"));
        assert_eq!(seen(("c.sum@os", Some("b")), &others), None);
    }

    #[test]
    fn neighbours_in_one_program_and_unknown_code_are_not() {
        assert_eq!(seen(("c.sum", Some("a")), &[("c.sum", Some("a")), ("c.chain", Some("a"))]), None);
        assert_eq!(seen(("c.sum@o2", None), &[("c.sum@o3", None)]), None);
    }
}
