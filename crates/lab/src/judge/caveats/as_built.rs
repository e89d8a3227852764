//! Every launch ran the programs as their builds left them, because that was asked for: one layout of each, which may be a
//! lucky one.

use crate::model::{Caveat, Design, Layouts};

/// Of a single launch another caveat says more.
pub(crate) fn as_built(design: Design, layouts: Option<Layouts>) -> Option<Caveat> {
    (design == Design::Launches && layouts == Some(Layouts::AsBuilt)).then_some(Caveat::AsBuilt)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speaks_where_several_launches_had_one_layout() {
        assert_eq!(as_built(Design::Launches, Some(Layouts::AsBuilt)).unwrap().name(), "as-built");
        let silent = [
            (Design::Launches, Some(Layouts::Varied)),
            (Design::Launches, None),
            (Design::Blocks, Some(Layouts::AsBuilt)),
            (Design::Runs, None),
        ];
        assert!(silent.into_iter().all(|(design, layouts)| as_built(design, layouts).is_none()));
    }
}
