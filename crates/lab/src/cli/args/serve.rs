//! What can be typed behind `paragone serve`.

use std::net::{IpAddr, Ipv4Addr};

use clap::Args;

/// Show the runs in a browser: reports, the history of a cell, a run under way
///
/// Nothing can be changed there. The pages are served to this machine alone, without a password; Ctrl-C ends it. A
/// page takes some milliseconds of the processor each time it is asked for, a page that follows a run every two
/// seconds: close it where a run has to be undisturbed.
#[derive(Args, Clone, Debug)]
pub(crate) struct ServeArgs {
    /// Address to listen at; one that others can reach shows them every run
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub listen: IpAddr,
    /// Port to listen at; 0 takes a free one
    #[arg(long, value_name = "PORT", default_value_t = 8470)]
    pub port: u16,
    /// A name that this machine may be asked by, besides localhost and its addresses; may be repeated
    #[arg(long = "host", value_name = "NAME")]
    pub hosts: Vec<String>,
}
