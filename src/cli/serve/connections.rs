//! Connections: how many, how long a client may take to ask, and the end on Ctrl-C.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::signal;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

/// Connections at a time; more wait in the operating system's queue.
const CONNECTIONS: usize = 512;
/// How long a client may take to send the head of a request, or leave a connection idle.
const HEAD_TIME: Duration = Duration::from_secs(15);
/// Longest head of a request, address included, in bytes. A long game fits.
const HEAD_SIZE: usize = 64 << 10;
/// How long answers may take that are under way when the server is ended.
const GRACE: Duration = Duration::from_secs(3);

/// Serves until Ctrl-C, or a request to terminate.
pub async fn serve(listener: TcpListener, app: Router) {
    let graceful = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let mut ended = Box::pin(end());
    loop {
        let accepted = async {
            let place = Arc::clone(&places).acquire_owned().await;
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            accepted = accepted => accepted,
            () = &mut ended => break,
        };
        let Ok((stream, _)) = accepted else {
            // Too many open files, or a client that is gone again: others may still be served.
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        let connection = graceful.watch(connection(stream, app.clone()));
        tokio::spawn(async move {
            // What goes wrong with one connection concerns its client alone.
            let _ = connection.await;
            drop(place);
        });
    }
    let _ = timeout(GRACE, graceful.shutdown()).await;
}

fn connection(
    stream: TcpStream,
    app: Router,
) -> http1::Connection<TokioIo<TcpStream>, TowerToHyperService<Router>> {
    // Answers are small and each waits for the next question.
    let _ = stream.set_nodelay(true);
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(HEAD_SIZE)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(app))
}

/// Resolves when the process is asked to end.
#[cfg(unix)]
async fn end() {
    use signal::unix::{SignalKind, signal as listen};
    let Ok(mut terminate) = listen(SignalKind::terminate()) else {
        let _ = signal::ctrl_c().await;
        return;
    };
    tokio::select! {
        _ = signal::ctrl_c() => {}
        _ = terminate.recv() => {}
    }
}

/// Resolves when the process is asked to end.
#[cfg(not(unix))]
async fn end() {
    let _ = signal::ctrl_c().await;
}
