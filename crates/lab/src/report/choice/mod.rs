//! The choice by size, as text and as code of a program.

pub(super) mod choose;
pub(super) mod thresholds;
