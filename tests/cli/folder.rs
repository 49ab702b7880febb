//! Where the database is looked for, and what is said when it is not there.

use super::*;

#[test]
fn the_file_in_the_repository_answers_without_any_option() {
    let answer = run(0, moara().args(["query", &reference_fen()]).current_dir(ROOT));
    assert!(answer.out.contains("White wins in 13 plies."), "{}", answer.out);
}

#[test]
fn the_environment_names_the_folder_unless_the_option_does() {
    let elsewhere = tempfile::tempdir().unwrap();
    let query = ["query", "--json", &drawn_fen()];
    let from_environment =
        run(0, moara().args(query).env("MOARA_DB", db()).current_dir(elsewhere.path()));
    assert!(from_environment.out.contains("\"draw\""));
    run(1, moara().args(query).env("MOARA_DB", elsewhere.path()));
    run(0, moara().args(query).env("MOARA_DB", elsewhere.path()).arg("--db").arg(db()));
}

#[test]
fn a_folder_without_a_database_is_named() {
    let empty = tempfile::tempdir().unwrap();
    let dir = empty.path().join("standard").display().to_string();
    for subcommand in ["stats", "verify"] {
        let refused = run(1, moara().args([subcommand, "--db"]).arg(empty.path()));
        refused.says(&[&dir, "moara generate", "--db"]);
    }
}

#[test]
fn a_file_made_under_other_rules_is_refused_with_both_named() {
    let db = copy_of_db();
    fs::rename(db.path().join("standard"), db.path().join("no-flying")).unwrap();
    let mut command = moara();
    command.args(["query", &reference_fen(), "--rules", "no-flying", "--db"]).arg(db.path());
    run(1, &mut command).says(&["3-3.moara", "\"standard\"", "\"no-flying\""]);
}
