//! `moara serve` over real connections.

use std::io::Read;
use std::net::TcpStream;
use std::process::Child;
use std::thread;
use std::time::Duration;

use super::*;

struct Server {
    child: Child,
    /// `127.0.0.1:12345`
    host: String,
}

impl Server {
    fn start(db: &Path, args: &[&str]) -> Server {
        let mut child = Process::new(env!("CARGO_BIN_EXE_moara"))
            .args(["serve", "--bind", "127.0.0.1:0", "--db"])
            .arg(db)
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let host = line.trim().strip_prefix("http://").unwrap().trim_end_matches('/').to_owned();
        Server { child, host }
    }

    /// Sends a request as it stands and reads the whole answer: status, head and body.
    fn raw(&self, request: &[u8]) -> (u16, String, String) {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        // The server may answer, and hang up, before it has read all of it.
        let _ = stream.write_all(request);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8(answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split(' ').nth(1).unwrap_or("0").parse().unwrap();
        (status, head.to_lowercase(), body.to_owned())
    }

    fn ask(&self, method: &str, target: &str, body: &str) -> (u16, String, String) {
        let head = format!("{method} {target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n");
        self.raw(format!("{head}Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes())
    }

    fn get(&self, target: &str) -> (u16, String) {
        let (status, _, body) = self.ask("GET", target, "");
        (status, body)
    }

    fn query(&self, position: &str) -> (u16, String) {
        self.get(&format!("/api/query?position={}", encoded(position)))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

#[test]
fn the_server_answers_as_the_command_line() {
    let server = Server::start(db(), &[]);
    for position in [reference_fen(), drawn_fen(), pending_fen()] {
        let told = ask(0, &["query", "--json", &position]).out;
        assert_eq!(server.query(&position), (200, told.trim_end().to_owned()));
    }
    let position = reference_fen();
    let told = ask(0, &["line", "--json", &position]).out;
    let line = server.get(&format!("/api/line?position={}", encoded(&position)));
    assert_eq!(line, (200, told.trim_end().to_owned()));
    let told = ask(0, &["stats", "--format", "json"]).out;
    assert_eq!(server.get("/api/stats"), (200, told.trim_end().to_owned()));

    let game = format!("[FEN \"{position}\"] a4-d6 g7-a7");
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("game.txt");
    fs::write(&file, &game).unwrap();
    let told = ask(0, &["review", "--json", file.to_str().unwrap()]).out;
    let (status, head, body) = server.ask("POST", "/api/review", &game);
    assert_eq!((status, body), (200, told.trim_end().to_owned()));
    assert!(head.contains("content-type: application/json"), "{head}");
    assert!(!head.contains("access-control-allow-origin"), "{head}");
}

#[test]
fn the_page_is_there_and_loads_nothing_from_elsewhere() {
    let server = Server::start(db(), &[]);
    let (status, head, page) = server.ask("GET", "/", "");
    assert_eq!(status, 200);
    assert!(head.contains("content-type: text/html; charset=utf-8"), "{head}");
    assert!(head.contains("content-security-policy: default-src 'self'"), "{head}");
    let files: BTreeSet<&str> = page
        .split(['"', '\''])
        .filter(|part| part.starts_with('/') && part.contains('.'))
        .collect();
    assert!(files.contains("/main.js") && files.contains("/style.css"), "{files:?}");
    for file in files {
        assert_eq!(server.get(file).0, 200, "{file}");
    }
    assert!(!page.contains("https://") && !page.contains("http://"), "{page}");
}

#[test]
fn each_failure_has_its_status() {
    let copy = copy_of_db();
    let path = copy.path().join("standard/3-4.moara");
    let mut bytes = fs::read(&path).unwrap();
    let end = bytes.len() - 9;
    bytes[end] ^= 1;
    fs::write(&path, &bytes[..end]).unwrap();
    let server = Server::start(copy.path(), &[]);
    let error = |(status, body): (u16, String), says: &str| {
        let json: Json = serde_json::from_str(&body).unwrap();
        assert!(json["error"].as_str().unwrap().contains(says), "{body}");
        (status, json)
    };
    assert_eq!(error(server.query("nonsense"), "is not a point").0, 400);
    assert_eq!(error(server.get("/api/query"), "ask with ?position=").0, 400);
    assert_eq!(error(server.get("/api/query?position=%ff"), "is not a").0, 400);
    let (status, json) = error(server.query(&missing_fen()), "does not exist");
    assert_eq!(status, 404);
    assert!(json["command"].as_str().unwrap().starts_with("moara generate --db "), "{json}");
    assert_eq!(error(server.query(&drawn_fen()), "3-4.moara is truncated").0, 500);
    assert_eq!(error(server.get("/api/nothing"), "nothing at this address").0, 404);
    let (status, _, body) = server.ask("POST", "/api/query", "");
    assert_eq!(error((status, body), "another method").0, 405);
    let (status, _, body) = server.ask("POST", "/api/review", "d6 d6");
    assert_eq!(error((status, body), "d6 is taken").0, 400);
    let (status, _, body) = server.ask("POST", "/api/game", &"d6 ".repeat(100_000));
    assert_eq!(error((status, body), "longer than 262144 bytes").0, 413);
    let shuffle = "a4-a7 d1-a1 a7-a4 a1-d1 ".repeat(251);
    let long = format!("[FEN \"{}\"] {shuffle}", fen("a4 d7 g1 f2", "g7 d1 b4 c5"));
    let (status, _, body) = server.ask("POST", "/api/review", &long);
    assert_eq!(error((status, body), "more than 1000 turns").0, 413);
    let long = format!("GET /{} HTTP/1.1\r\nHost: x\r\n\r\n", "a".repeat(200_000));
    assert!((400..500).contains(&server.raw(long.as_bytes()).0));
    assert_eq!(server.raw(b"\x16\x03\x01 no HTTP\r\n\r\n").0, 400);
    // After all of that it still answers.
    assert_eq!(server.query(&reference_fen()).0, 200);
}

#[test]
fn other_sites_may_ask_only_when_they_are_allowed() {
    let origin = "access-control-allow-origin";
    for (cors, expected) in [("*", "*"), ("https://a.example", "https://a.example")] {
        let server = Server::start(db(), &["--cors", cors]);
        let request = "GET /api/stats HTTP/1.1\r\nHost: x\r\nOrigin: https://a.example\r\n\
                       Connection: close\r\n\r\n";
        let (status, head, _) = server.raw(request.as_bytes());
        assert_eq!(status, 200);
        assert!(head.contains(&format!("{origin}: {expected}")), "{head}");
    }
    run(2, moara().args(["serve", "--cors", "a.example/path"])).says(&["--cors", "without a path"]);
}

#[test]
fn many_clients_at_once_get_their_own_answers() {
    let server = Server::start(db(), &[]);
    let positions = [reference_fen(), drawn_fen(), pending_fen()];
    let expected: Vec<_> = positions.iter().map(|position| server.query(position)).collect();
    thread::scope(|scope| {
        for client in 0..32 {
            let (server, positions, expected) = (&server, &positions, &expected);
            scope.spawn(move || {
                for i in 0..20 {
                    let which = (client + i) % positions.len();
                    assert_eq!(server.query(&positions[which]), expected[which]);
                }
            });
        }
    });
}

#[test]
fn a_port_that_is_taken_is_named() {
    let server = Server::start(db(), &[]);
    let taken = run(2, moara().args(["serve", "--bind", &server.host]));
    taken.says(&["cannot listen on", &server.host, "--bind"]);
}

#[cfg(unix)]
#[test]
fn a_signal_ends_it_in_peace() {
    for signal in ["INT", "TERM"] {
        let mut server = Server::start(db(), &[]);
        // A client that says nothing does not keep it.
        let _silent = TcpStream::connect(&server.host).unwrap();
        let pid = server.child.id().to_string();
        assert!(Process::new("kill").args(["-s", signal, &pid]).status().unwrap().success());
        assert_eq!(server.child.wait().unwrap().code(), Some(0), "{signal}");
    }
}
