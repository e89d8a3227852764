//! Made-up findings that all forms are tested with.

pub(super) mod made_up;
pub(super) mod effect_specimen;
pub(super) mod compare_specimen;
pub(super) mod sight;
