//! Requests that are wrong, and output that nobody reads.

use super::*;

#[test]
fn a_wrong_request_is_told_from_bad_data() {
    let calls: [(&[&str], &[&str]); 14] = [
        (&["query", "d6", "--frob"], &["--frob"]),
        (&["frob"], &["frob"]),
        (&["query"], &["POSITION"]),
        (&["query", "d6", "--rules", "foo"], &["foo", "standard", "no-flying"]),
        (&["query", "d6", "--men", "2"], &["--men", "3..=9"]),
        (&["query", "d6", "--men", "4", "--rules", "men-4"], &["cannot be used with"]),
        (&["generate", "--max-stones", "5"], &["--max-stones", "6..=18"]),
        (&["generate", "--max-stones", "19"], &["--max-stones", "6..=18"]),
        (&["generate", "--threads", "0"], &["--threads"]),
        (&["generate", "--memory", "lots"], &["--memory", "lots"]),
        (&["generate", "--kernel", "mmx"], &["--kernel", "avx2"]),
        (&["generate", "--phase", "frob"], &["--phase", "moving"]),
        (&["stats", "--format", "xml"], &["--format", "csv"]),
        (&["verify", "--sample", "5"], &["--recompute"]),
    ];
    for (args, reasons) in calls {
        ask(2, args).says(reasons);
    }
}

#[test]
fn help_and_version_are_answers() {
    let help = run(0, moara().arg("--help")).out;
    for subcommand in ["generate", "query", "line", "stats", "verify"] {
        assert!(help.contains(subcommand), "{help}");
        assert!(run(0, moara().args([subcommand, "--help"])).out.contains("Usage"));
    }
    let version = run(0, moara().arg("--version")).out;
    assert_eq!(version.trim(), concat!("moara ", env!("CARGO_PKG_VERSION")));
}

#[test]
fn a_reader_who_has_gone_is_no_failure() {
    let (fen, drawn) = (reference_fen(), drawn_fen());
    let calls: [&[&str]; 9] = [
        &["query", &fen],
        &["query", "--json", &fen],
        &["query", "-"],
        &["line", &fen],
        &["line", "--json", &drawn],
        &["stats"],
        &["stats", "--format", "csv"],
        &["stats", "--format", "json"],
        &["verify"],
    ];
    for args in calls {
        let (reader, writer) = io::pipe().unwrap();
        // Closed before the program starts, so that its first write fails for sure.
        drop(reader);
        let mut child = Process::new(env!("CARGO_BIN_EXE_moara"))
            .args(args)
            .arg("--db")
            .arg(db())
            .stdin(Stdio::piped())
            .stdout(writer)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Only the stream reads, and it may be gone before.
        let _ = writeln!(child.stdin.take().unwrap(), "{fen}");
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{args:?}: {err}");
        assert!(!err.contains("error"), "{args:?}: {err}");
    }
}
