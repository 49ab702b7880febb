//! Completions, manual pages, colours, help.

use super::*;

const SUBCOMMANDS: [&str; 12] = [
    "generate",
    "query",
    "line",
    "convert",
    "review",
    "serve",
    "stats",
    "verify",
    "prove",
    "bench",
    "completions",
    "man",
];

#[test]
fn every_shell_has_completions_of_every_subcommand() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run(0, moara().args(["completions", shell])).out;
        for word in SUBCOMMANDS {
            assert!(script.contains(word), "{shell}: {word}");
        }
        assert!(script.contains("max-stones"), "{shell}");
    }
    run(2, moara().args(["completions", "csh"])).says(&["possible values", "bash"]);
    let bash = run(0, moara().args(["completions", "bash"])).out;
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("moara.bash");
    fs::write(&file, bash).unwrap();
    if let Ok(checked) = Process::new("bash").arg("-n").arg(&file).status() {
        assert!(checked.success());
    }
}

#[test]
fn there_is_a_manual_page_for_every_subcommand() {
    let main = run(0, moara().arg("man")).out;
    assert!(main.contains(".TH moara") && main.contains("endgame databases"), "{main}");
    let dir = tempfile::tempdir().unwrap();
    run(0, moara().args(["man", "--dir"]).arg(dir.path().join("man1")));
    for word in SUBCOMMANDS {
        let page = fs::read_to_string(dir.path().join(format!("man1/moara-{word}.1"))).unwrap();
        assert!(page.contains(".SH SYNOPSIS"), "{word}");
        let examples = page.split_once(".SH EXAMPLES\n.nf\n").unwrap().1;
        assert!(examples.contains("\n\\&  moara ") && examples.contains("\n.fi"), "{page}");
    }
    let file = dir.path().join("file");
    fs::write(&file, "").unwrap();
    run(1, moara().args(["man", "--dir"]).arg(&file)).says(&["cannot write to"]);
}

#[test]
fn help_shows_examples() {
    for word in SUBCOMMANDS {
        let help = run(0, moara().args([word, "--help"])).out;
        assert!(help.contains("Examples:\n  moara "), "{word}: {help}");
    }
}

#[test]
fn colours_are_for_terminals_that_want_them() {
    let fen = reference_fen();
    let query = |variables: &[(&str, &str)]| {
        let mut command = moara();
        command.args(["query", &fen, "--db"]).arg(db()).env_remove("NO_COLOR");
        run(0, command.envs(variables.iter().copied())).out
    };
    // This output is no terminal, so somebody has to insist.
    let plain = query(&[]);
    assert!(!plain.contains('\u{1b}'));
    assert!(query(&[("CLICOLOR_FORCE", "1")]).contains("\u{1b}[32mWhite wins in 13 plies."));
    assert_eq!(query(&[("NO_COLOR", "1")]), plain);
}
