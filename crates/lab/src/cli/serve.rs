//! `paragone serve`: what was typed, to a server; the address, to whoever waits for it.

use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;

use crate::cli::args::ServeArgs;
use crate::cli::outlet::{Outlet, say};
use crate::serve::{Hosts, Serving};

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
