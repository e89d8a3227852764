//! Every launch ran the programs as their builds left them, because that was asked for: one layout of each, which may be a
//! lucky one.

use crate::model::{Caveat, Layouts, Mode};

/// Of a single launch another caveat says more.
pub(crate) fn as_built(mode: Mode, layouts: Option<Layouts>) -> Option<Caveat> {
    let text = "Every launch ran the programs as they were built: where their code happens to lie may be part of each ratio, \
                and the intervals do not allow for it; `--layout varied` does.";
    (mode == Mode::Standard && layouts == Some(Layouts::AsBuilt)).then(|| Caveat::new("as-built", text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speaks_where_several_launches_had_one_layout() {
        assert_eq!(as_built(Mode::Standard, Some(Layouts::AsBuilt)).unwrap().name, "as-built");
        let silent = [
            (Mode::Standard, Some(Layouts::Varied)),
            (Mode::Standard, None),
            (Mode::Quick, Some(Layouts::AsBuilt)),
            (Mode::Fresh, None),
        ];
        assert!(silent.into_iter().all(|(mode, layouts)| as_built(mode, layouts).is_none()));
    }
}
