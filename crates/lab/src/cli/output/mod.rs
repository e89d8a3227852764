//! Where results go: standard output, files, pictures, exit codes.

pub(super) mod exit;
pub(super) mod outlet;
pub(super) mod shell;
pub(super) mod output_file;
pub(super) mod form;
pub(super) mod compare_form;
pub(super) mod pictures;
pub(super) mod listing;
pub(super) mod languages;
pub(super) mod runs_show;
