//! Starts the server, the driver and the browser, and does what a user does.

#[path = "../common/mod.rs"]
mod common;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use fantoccini::actions::{InputSource, MOUSE_BUTTON_LEFT, PointerAction, TouchActions};
use fantoccini::elements::Element;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value as Json, json};
use tempfile::TempDir;

pub const WIDE: (u32, u32) = (1280, 900);
pub const NARROW: (u32, u32) = (360, 740);
/// The FEN of three stones against three that White wins in 13 plies.
pub const WIN: &str = "********/******@*/O@*O@*O* w m s 3 0 3 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes";

/// The rules of the database with a limit.
pub const LIMITED: &str = "men-4+draw-after-30";

const PATIENCE: Duration = Duration::from_secs(20);

/// A child process that ends with its owner.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a program, and reads its output up to a line that `found` makes something of.
fn start<T>(command: &mut Command, found: impl Fn(&str) -> Option<T>) -> Option<(Running, T)> {
    let child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut child = Running(child);
    let mut lines = BufReader::new(child.0.stdout.take().unwrap());
    let wanted = first(&mut lines, found)?;
    // A program whose output nobody reads must not wait for a reader.
    std::thread::spawn(move || std::io::copy(&mut lines, &mut std::io::sink()));
    Some((child, wanted))
}

fn first<T>(lines: &mut BufReader<ChildStdout>, found: impl Fn(&str) -> Option<T>) -> Option<T> {
    lines.lines().map_while(Result::ok).find_map(|line| found(&line))
}

/// A folder with databases of the whole game with four stones a side, without and with a limit of
/// turns, which all tests share.
pub fn men4() -> &'static Path {
    static DB: OnceLock<PathBuf> = OnceLock::new();
    DB.get_or_init(|| {
        let db = common::shared_dir("browser");
        for rules in ["men-4", LIMITED] {
            let mut generate = common::moara();
            generate.args(["generate", "--rules", rules, "--db"]).arg(&db).assert().success();
        }
        db
    })
}

pub struct Explorer {
    pub client: Client,
    pub address: String,
    name: &'static str,
    // Dropped in this order.
    _driver: Running,
    _server: Running,
    _profile: TempDir,
}

impl Explorer {
    /// The explorer of four stones a side.
    pub async fn open(name: &'static str, size: (u32, u32)) -> Explorer {
        Explorer::open_with(name, size, men4(), "men-4").await
    }

    pub async fn open_with(
        name: &'static str,
        (width, height): (u32, u32),
        db: &Path,
        rules: &str,
    ) -> Explorer {
        let mut serve = Command::new(env!("CARGO_BIN_EXE_moara"));
        serve.args(["serve", "--bind", "127.0.0.1:0", "--rules", rules, "--db"]).arg(db);
        let (server, address) =
            start(&mut serve, |line| line.starts_with("http://").then(|| line.to_owned())).unwrap();
        // It looks for a free port itself, which another one started just then may take.
        let attempts = std::iter::repeat_with(|| {
            start(Command::new("chromedriver").arg("--port=0"), |line| {
                let port = line.split_once("started successfully on port ")?.1;
                port.trim_end_matches('.').parse::<u16>().ok()
            })
        });
        let (driver, port) = attempts.take(5).flatten().next().expect("no ChromeDriver starts");
        let profile = tempfile::tempdir().unwrap();
        let size = format!("--window-size={width},{height}");
        let folder = format!("--user-data-dir={}", profile.path().display());
        // No sandbox, as in a container one is the super-user; and nothing that calls home.
        let arguments = json!([
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            "--lang=en",
            size,
            folder,
        ]);
        let mut options = json!({ "args": arguments });
        if width < 500 {
            // Windows can't be that narrow; a telephone's screen can.
            options["mobileEmulation"] = json!({
                "deviceMetrics": { "width": width, "height": height, "pixelRatio": 2.0, "touch": true }
            });
        }
        let capabilities = json!({ "goog:chromeOptions": options });
        let Json::Object(capabilities) = capabilities else { unreachable!() };
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities)
            .connect(&format!("http://127.0.0.1:{port}"))
            .await
            .unwrap();
        let explorer =
            Explorer { client, address, name, _driver: driver, _server: server, _profile: profile };
        explorer.visit("").await;
        explorer
    }

    /// Goes to the page with this after its address, and waits until it is there.
    pub async fn visit(&self, hash: &str) {
        self.client.goto("about:blank").await.unwrap();
        self.client.goto(&format!("{}{hash}", self.address)).await.unwrap();
        self.until(
            "the page to be ready",
            "return document.querySelector('#hands').textContent !== ''",
        )
        .await;
    }

    pub async fn run(&self, script: &str) -> Json {
        self.client.execute(script, Vec::new()).await.unwrap()
    }

    /// Waits until a script says true.
    pub async fn until(&self, what: &str, script: &str) {
        let end = Instant::now() + PATIENCE;
        while self.run(script).await != true {
            if Instant::now() > end {
                self.picture("failed").await;
                panic!("waited too long for {what}; the page says: {}", self.text("main").await);
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    pub async fn find(&self, css: &str) -> Element {
        self.client.find(Locator::Css(css)).await.unwrap_or_else(|e| panic!("{css}: {e}"))
    }

    pub async fn click(&self, css: &str) {
        self.find(css).await.click().await.unwrap();
    }

    pub async fn text(&self, css: &str) -> String {
        self.find(css).await.text().await.unwrap()
    }

    pub async fn choose(&self, select: &str, value: &str) {
        self.find(select).await.select_by_value(value).await.unwrap();
    }

    pub async fn click_point(&self, point: &str) {
        self.click(&format!("[data-point={point}]")).await;
    }

    pub async fn touch_point(&self, point: &str) {
        let element = self.find(&format!("[data-point={point}]")).await;
        let touch = TouchActions::new("finger".into())
            .then(PointerAction::MoveToElement { element, duration: None, x: 0.0, y: 0.0 })
            .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
            .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
        self.client.perform_actions(touch).await.unwrap();
    }

    /// Turns played, as the record shows them.
    pub async fn record(&self) -> Vec<String> {
        self.strings("[...document.querySelectorAll('#record button')].map((b) => b.textContent)")
            .await
    }

    /// The moves of the list, best first.
    pub async fn moves(&self) -> Vec<String> {
        self.strings("[...document.querySelectorAll('#moves td button')].map((b) => b.textContent)")
            .await
    }

    /// The points that can be chosen next.
    pub async fn targets(&self) -> Vec<String> {
        self.strings(
            "[...document.querySelectorAll('[data-point]:not([data-target=\"\"])')]
                .map((g) => g.dataset.point)",
        )
        .await
    }

    async fn strings(&self, expression: &str) -> Vec<String> {
        serde_json::from_value(self.run(&format!("return {expression}")).await).unwrap()
    }

    pub async fn stone(&self, point: &str) -> String {
        let script = format!("return document.querySelector('[data-point={point}]').dataset.stone");
        self.run(&script).await.as_str().unwrap().to_owned()
    }

    /// Waits until so many turns are played and the answer is shown.
    pub async fn until_turns(&self, turns: usize) {
        let script = format!(
            "return document.querySelectorAll('#record button').length === {turns}
                && (document.querySelectorAll('#moves td.value').length > 0
                    || document.querySelector('#status').textContent.includes('has won'))"
        );
        self.until(&format!("{turns} turns"), &script).await;
    }

    /// Waits until the moves have their values, and one of them can be played.
    pub async fn until_values(&self) {
        let script = "return document.querySelector('#moves td.value') !== null
            && !document.querySelector('#moves td button').disabled";
        self.until("the values", script).await;
    }

    pub async fn paste(&self, text: &str) {
        let area = self.find("#paste").await;
        area.clear().await.unwrap();
        area.send_keys(text).await.unwrap();
        self.click("#load").await;
    }

    /// Keeps a screenshot, to be looked at.
    pub async fn picture(&self, what: &str) {
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser");
        fs::create_dir_all(&dir).unwrap();
        let png = self.client.screenshot().await.unwrap();
        fs::write(dir.join(format!("{}-{what}.png", self.name)), png).unwrap();
    }

    /// The page has loaded nothing from elsewhere and made no complaint; the browser is closed.
    pub async fn close(self) {
        let origin = self.address.trim_end_matches('/');
        let foreign = self
            .strings(&format!(
                "performance.getEntriesByType('resource').map((e) => e.name)
                    .filter((name) => !name.startsWith('{origin}/'))"
            ))
            .await;
        assert!(foreign.is_empty(), "{foreign:?}");
        self.client.close().await.unwrap();
    }
}
