//! `paragone serve`: what was typed, to a server; the address, to whoever waits for it.

use std::io::Write;
use std::net::IpAddr;
use std::net::Ipv4Addr;
use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;

use crate::cli::output::outlet::Outlet;
use crate::cli::output::outlet::say;
use crate::serve::Hosts;
use crate::serve::Serving;

/// Show the runs in a browser: reports, the history of a cell, a run under way
///
/// Nothing can be changed there. The pages are served to this machine alone, without a password; Ctrl-C ends it. A
/// page takes some milliseconds of the processor each time it is asked for, a page that follows a run every two
/// seconds: close it where a run has to be undisturbed.
#[derive(Args, Clone, Debug)]
pub(super) struct ServeArgs {
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

/// Serves until it is asked to stop.
pub(super) fn serve(args: &ServeArgs, store: PathBuf, out: &mut Outlet) -> anyhow::Result<()> {
    // Said however quiet it is to be: it is no progress.
    if !args.listen.is_loopback() {
        say(format_args!(
            "warning: {} is no loopback address: whoever reaches it reads every run here, without a password",
            args.listen
        ));
    }
    let address = SocketAddr::new(args.listen, args.port);
    let shown = store.display().to_string();
    crate::serve::serve(Serving { store, address, hosts: Hosts::new(&args.hosts) }, |address| {
        writeln!(out, "http://{address}/ shows the runs of `{shown}`; Ctrl-C ends it")?;
        Ok(out.flush()?)
    })
}
