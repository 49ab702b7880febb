//! Connections: how many, how long a client may take to ask, and the end on Ctrl-C.

use std::io;
use std::pin::{Pin, pin};
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
use tokio_io_timeout::TimeoutStream;

/// Connections at a time; more wait in the operating system's queue.
const CONNECTIONS: usize = 512;
/// How long a client may take to send the head of a request, or leave a connection idle.
const HEAD_TIME: Duration = Duration::from_secs(15);
/// Longest head of a request, address included, in bytes. A long game fits.
const HEAD_SIZE: usize = 64 << 10;
/// How long a client may leave an answer unread.
const READING_TIME: Duration = Duration::from_secs(15);
/// How long answers may take that are under way when the server is ended.
const GRACE: Duration = Duration::from_secs(3);

/// Serves until `ended` resolves.
pub async fn serve(listener: TcpListener, app: Router, ended: impl Future<Output = ()>) {
    let graceful = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let mut ended = pin!(ended);
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

type Stream = TokioIo<Pin<Box<TimeoutStream<TcpStream>>>>;

fn connection(
    stream: TcpStream,
    app: Router,
) -> http1::Connection<Stream, TowerToHyperService<Router>> {
    // Answers are small and each waits for the next question.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(READING_TIME));
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(HEAD_SIZE)
        .serve_connection(TokioIo::new(Box::pin(stream)), TowerToHyperService::new(app))
}

/// What resolves when the process is asked to end, by Ctrl-C or a signal to terminate. It listens
/// from the call on, which has to be within a runtime.
#[cfg(unix)]
pub fn end() -> io::Result<impl Future<Output = ()>> {
    use signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// What resolves when the process is asked to end, by Ctrl-C.
#[cfg(not(unix))]
pub fn end() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = signal::ctrl_c().await;
    })
}
