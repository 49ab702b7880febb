//! The explorer's page: files that are part of the program.

use axum::Router;
use axum::http::header;
use axum::routing::get;

/// Address, kind and content of each file of the page.
macro_rules! files {
    ($($address:literal $kind:literal $file:literal)*) => {
        [$(($address, $kind, include_str!(concat!("page/", $file)))),*]
    };
}

const FILES: [(&str, &str, &str); 13] = files![
    "/" "text/html" "index.html"
    "/style.css" "text/css" "style.css"
    "/icon.svg" "image/svg+xml" "icon.svg"
    "/api.js" "text/javascript" "api.js"
    "/board.js" "text/javascript" "board.js"
    "/engine.js" "text/javascript" "engine.js"
    "/game.js" "text/javascript" "game.js"
    "/main.js" "text/javascript" "main.js"
    "/panels.js" "text/javascript" "panels.js"
    "/position.js" "text/javascript" "position.js"
    "/review.js" "text/javascript" "review.js"
    "/view.js" "text/javascript" "view.js"
    "/words.js" "text/javascript" "words.js"
];

/// Nothing from elsewhere, no script in the page itself, and no other site's frame around it.
const POLICY: &str =
    "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// The addresses of the page.
pub fn routes() -> Router {
    FILES.into_iter().fold(Router::new(), |router, (address, kind, content)| {
        let headers = [
            (header::CONTENT_TYPE, format!("{kind}; charset=utf-8")),
            (header::CONTENT_SECURITY_POLICY, POLICY.to_owned()),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
            // The next release may have other files.
            (header::CACHE_CONTROL, "no-cache".to_owned()),
        ];
        router.route(address, get(move || async move { (headers, content) }))
    })
}
