//! The API's addresses, and what keeps one client from taking everything.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{DefaultBodyLimit, Query, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::answer::{Answer, Answers, Refusal};
use crate::cli::query::json;

/// Largest body of a request, in bytes. A game of a thousand turns takes a hundredth of it.
const BODY_SIZE: usize = 256 << 10;
/// How long a request may take from its head to its answer.
const REQUEST_TIME: Duration = Duration::from_secs(10);

#[derive(Clone)]
struct Api {
    answers: Arc<Answers>,
    /// Answers that are worked on at a time. Work that was begun goes on when its client has
    /// given up, so this bounds the work, and not only the number of those who wait.
    workers: Arc<Semaphore>,
}

/// The addresses under `/api`.
pub fn routes(answers: Arc<Answers>) -> Router {
    let workers = std::thread::available_parallelism().map_or(2, usize::from);
    let workers = Arc::new(Semaphore::new(workers));
    Router::new()
        .route("/api/query", get(query))
        .route("/api/line", get(line))
        .route("/api/review", post(review))
        .route("/api/stats", get(stats))
        .route("/api/game", post(game))
        .method_not_allowed_fallback(wrong_method)
        .fallback(unknown)
        .layer(DefaultBodyLimit::max(BODY_SIZE))
        .layer(middleware::from_fn(in_time))
        .with_state(Api { answers, workers })
}

#[derive(Deserialize)]
struct Position {
    position: String,
}

type Asked = Result<Query<Position>, QueryRejection>;
type Body = Result<Bytes, BytesRejection>;

async fn query(State(api): State<Api>, asked: Asked) -> Response {
    api.work(position(asked), |answers, position| answers.query(&position)).await
}

async fn line(State(api): State<Api>, asked: Asked) -> Response {
    let deadline = Instant::now() + REQUEST_TIME;
    api.work(position(asked), move |answers, position| answers.line(&position, deadline)).await
}

async fn review(State(api): State<Api>, body: Body) -> Response {
    let deadline = Instant::now() + REQUEST_TIME;
    api.work(text(body), move |answers, game| answers.review(&game, deadline)).await
}

async fn game(State(api): State<Api>, body: Body) -> Response {
    api.work(text(body), |answers, game| answers.game(&game)).await
}

async fn stats(State(api): State<Api>) -> Response {
    api.work(Ok(()), |answers, ()| answers.stats()).await
}

async fn unknown() -> Response {
    refuse(StatusCode::NOT_FOUND, "there is nothing at this address")
}

async fn wrong_method() -> Response {
    refuse(StatusCode::METHOD_NOT_ALLOWED, "this address takes another method: GET, or POST")
}

async fn in_time(request: Request, next: Next) -> Response {
    timeout(REQUEST_TIME, next.run(request)).await.unwrap_or_else(|_| refused(Refusal::TooLong))
}

impl Api {
    /// Does work that blocks, when its turn has come.
    async fn work<T: Send + 'static>(
        &self,
        asked: Result<T, Refusal>,
        job: impl FnOnce(&Answers, T) -> Answer + Send + 'static,
    ) -> Response {
        let asked = match asked {
            Ok(asked) => asked,
            Err(refusal) => return refused(refusal),
        };
        let Ok(permit) = Arc::clone(&self.workers).acquire_owned().await else {
            return refused(Refusal::TooLong);
        };
        let answers = Arc::clone(&self.answers);
        let done = spawn_blocking(move || {
            let answer = job(&answers, asked);
            drop(permit);
            answer
        });
        match done.await {
            Ok(Ok(json)) => respond(StatusCode::OK, json),
            Ok(Err(refusal)) => refused(refusal),
            Err(_) => refuse(StatusCode::INTERNAL_SERVER_ERROR, "the server has a fault"),
        }
    }
}

fn position(asked: Asked) -> Result<String, Refusal> {
    asked.map(|Query(Position { position })| position).map_err(|error| {
        Refusal::Request(format!("{}; ask with ?position=, URL-encoded", error.body_text()))
    })
}

fn text(body: Body) -> Result<String, Refusal> {
    let body = body.map_err(|error| match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => {
            Refusal::TooLarge(format!("the body is longer than {BODY_SIZE} bytes"))
        }
        _ => Refusal::Request(error.body_text()),
    })?;
    String::from_utf8(body.into())
        .map_err(|_| Refusal::Request("the body is not UTF-8 text".to_owned()))
}

#[derive(Serialize)]
struct ErrorReport<'a> {
    error: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    command: Option<String>,
}

fn refused(refusal: Refusal) -> Response {
    let (status, error, command) = match refusal {
        Refusal::Request(error) => (StatusCode::BAD_REQUEST, error, None),
        Refusal::Missing { error, command } => (StatusCode::NOT_FOUND, error, command),
        Refusal::Damaged(error) => (StatusCode::INTERNAL_SERVER_ERROR, error, None),
        Refusal::TooLarge(error) => (StatusCode::PAYLOAD_TOO_LARGE, error, None),
        Refusal::TooLong => {
            let limit = REQUEST_TIME.as_secs();
            let error = format!("this takes more than {limit} s; ask for less, or later");
            (StatusCode::SERVICE_UNAVAILABLE, error, None)
        }
    };
    failed(status, &ErrorReport { error: &error, command })
}

fn refuse(status: StatusCode, error: &str) -> Response {
    failed(status, &ErrorReport { error, command: None })
}

fn failed(status: StatusCode, report: &ErrorReport<'_>) -> Response {
    respond(status, json(report).unwrap_or_default())
}

fn respond(status: StatusCode, json: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    (status, headers, json).into_response()
}
