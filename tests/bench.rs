//! `moara bench` runs and tells plausible figures. Nothing is asserted about speed.

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;
use serde_json::Value;
use tempfile::TempDir;

fn moara(db: &TempDir, arguments: &[&str]) -> Command {
    let mut command = cargo_bin_cmd!("moara");
    command.arg("--db").arg(db.path()).args(arguments);
    command
}

fn stdout(mut command: Command) -> String {
    String::from_utf8(command.assert().success().get_output().stdout.clone()).unwrap()
}

#[test]
fn solver_and_probes() {
    let db = tempfile::tempdir().unwrap();
    let text = stdout(moara(&db, &["bench", "--max-stones", "6", "--only", "solver"]));
    let rows = |name: &str| text.lines().filter(|line| line.starts_with(name)).count();
    assert_eq!((rows("3-3 "), rows("all ")), (1, 1), "{text}");
    assert_eq!(db.path().read_dir().unwrap().count(), 0, "the database is not touched");

    let missing = moara(&db, &["bench", "--max-stones", "6"]).assert().code(1);
    let error = String::from_utf8_lossy(&missing.get_output().stderr).into_owned();
    assert!(error.contains("moara generate"), "{error}");

    stdout(moara(&db, &["generate", "--max-stones", "6"]));
    let text = stdout(moara(&db, &["bench", "--only", "probes", "--probes", "200", "--json"]));
    let report: Value = serde_json::from_str(&text).unwrap();
    assert!(report.get("solver").is_none());
    let probes = &report["probes"];
    for (part, count) in [("open", 1), ("cold", 200), ("cold_outcome", 200)] {
        assert_eq!(probes[part]["count"], count, "{text}");
    }
    for part in ["open", "cold", "cold_decided", "cold_outcome", "hot"] {
        assert!(probes[part]["median_us"].as_f64().unwrap() > 0.0, "{text}");
    }
    assert!(probes["hot_per_second"].as_f64().unwrap() > 0.0, "{text}");
}
