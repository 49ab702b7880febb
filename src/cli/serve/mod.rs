//! `moara serve`: the explorer in the browser, and the answers of the command line over HTTP.
//!
//! One program: the page is part of it, and loads nothing from elsewhere.

mod answer;
mod api;
mod connections;
mod page;

use std::io::{self, Write};
use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::Context;
use axum::http::HeaderValue;
use clap::Args;
use tokio::net::TcpListener;
use tower_http::cors::{AllowOrigin, Any, CorsLayer};

use super::{Common, Failure, Outcome};

/// Explore positions and games in the browser, and answer programs over HTTP
#[derive(Args)]
#[command(after_help = "\
Open the address that is printed in a browser; Ctrl-C ends the server. Programs ask the same address:

  GET  /api/query?position=POSITION   as `moara query --json`
  GET  /api/line?position=POSITION    as `moara line --json`
  POST /api/review                    as `moara review --json`; the game is the body
  GET  /api/stats                     as `moara stats --format json`
  POST /api/game                      positions and moves of the game or position in the body

Errors are {\"error\": \"...\"}: 400 the request is wrong, 404 no such database file (\"command\" makes
it), 500 the database is damaged, 413 and 503 too much is asked.

Examples:
  moara serve
  moara serve --men 4 --bind 127.0.0.1:9000
  moara serve --bind 0.0.0.0:8080                  also for other machines of the network
  moara serve --cors https://example.org           also for the scripts of that site's pages")]
pub struct Serve {
    /// Address and port to listen on; port 0 takes any that is free
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    bind: SocketAddr,

    /// Site whose pages may ask from the browser, or * for all; by default only the explorer's own
    #[arg(long, value_name = "ORIGIN", value_parser = origin)]
    cors: Option<HeaderValue>,
}

/// `https://example.org`: no path, as browsers compare the text.
fn origin(text: &str) -> Result<HeaderValue, String> {
    let host = text.strip_prefix("http://").or_else(|| text.strip_prefix("https://"));
    if text != "*" && host.is_none_or(|host| host.is_empty() || host.contains('/')) {
        return Err("an origin looks like https://example.org, without a path".to_owned());
    }
    HeaderValue::from_str(text).map_err(|error| error.to_string())
}

impl Serve {
    pub fn run(self, common: &Common) -> Outcome {
        let database = common.database();
        let (dir, rules) = (database.folder().dir().display().to_string(), common.rules());
        let missing = database.folder().subspaces()?.is_empty();
        let mut app = api::routes(Arc::new(answer::Answers::new(common))).merge(page::routes());
        if let Some(origin) = self.cors {
            let all = origin == "*";
            let origins = if all { Any.into() } else { AllowOrigin::exact(origin) };
            app = app.layer(CorsLayer::new().allow_origin(origins).allow_headers(Any));
        }
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(async {
            let listener = TcpListener::bind(self.bind)
                .await
                .with_context(|| format!("cannot listen on {}; choose with --bind", self.bind))
                .map_err(Failure::Request)?;
            // Before anybody is told that it is there.
            let ended = connections::end().context("cannot wait for Ctrl-C")?;
            let mut out = io::stdout();
            writeln!(out, "http://{}/", listener.local_addr()?)?;
            out.flush()?;
            let mut err = io::stderr();
            let _ = writeln!(err, "the databases of {dir} (rules {rules}); Ctrl-C ends the server");
            if missing {
                let _ = writeln!(err, "note: there is no database file in {dir} yet");
            }
            connections::serve(listener, app, ended).await;
            Ok(())
        })
    }
}
