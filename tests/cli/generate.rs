//! `moara generate`.

use super::*;

#[test]
fn generating_again_changes_nothing() {
    let db = copy_of_db();
    let state = || -> BTreeMap<String, (SystemTime, Vec<u8>)> {
        let entries = fs::read_dir(db.path().join("standard")).unwrap().map(Result::unwrap);
        let entry = |entry: fs::DirEntry| {
            let modified = entry.metadata().unwrap().modified().unwrap();
            let name = entry.file_name().into_string().unwrap();
            (name, (modified, fs::read(entry.path()).unwrap()))
        };
        entries.map(entry).filter(|(name, _)| name != ".lock").collect()
    };
    let before = state();
    let names: Vec<&str> = before.keys().map(String::as_str).collect();
    let expected = ["3-3.moara", "3-4.moara", "3-5.moara", "4-3.moara", "4-4.moara", "5-3.moara"];
    assert_eq!(names, expected);
    let again = run(0, moara().args(["generate", "--max-stones", "8", "--db"]).arg(db.path()));
    again.says(&["nothing is left to solve"]);
    assert!(state() == before);
}

#[test]
fn an_interrupted_run_is_continued() {
    let copy = copy_of_db();
    let dir = copy.path().join("standard");
    fs::remove_file(dir.join("4-3.moara")).unwrap();
    let leftover = dir.join(".4-3.moara.tmp-1-abcdef");
    fs::write(&leftover, "half a file").unwrap();
    let run = run(0, moara().args(["generate", "--max-stones", "8", "--db"]).arg(copy.path()));
    run.says(&["4 subspaces are finished already", "4-3"]);
    assert!(!leftover.exists());
    for name in ["4-3.moara", "3-4.moara"] {
        let made = fs::read(dir.join(name)).unwrap();
        assert!(made == fs::read(db().join("standard").join(name)).unwrap(), "{name}");
    }
}

#[test]
fn too_little_memory_is_refused_before_anything_is_written() {
    let db = tempfile::tempdir().unwrap();
    let args = ["generate", "--max-stones", "6", "--memory", "1M", "--db"];
    let refused = run(2, moara().args(args).arg(db.path()));
    // The figure that was needed, and what to do.
    refused.says(&["--memory", "MiB are needed", "--max-stones"]);
    assert!(refused.out.is_empty());
    assert_eq!(fs::read_dir(db.path()).unwrap().count(), 0);
}

#[test]
fn a_rule_profile_has_its_own_folder_and_answers() {
    let db = tempfile::tempdir().unwrap();
    run(0, moara().args(["generate", "--men", "3", "--db"]).arg(db.path()));
    assert!(db.path().join("men-3/3-3.moara").exists());
    for rules in [["--men", "3"], ["--rules", "men-3"]] {
        let mut command = moara();
        command.args(["query", "--json", &reference_fen(), "--db"]).arg(db.path()).args(rules);
        let answer: Json = serde_json::from_str(&run(0, &mut command).out).unwrap();
        assert_eq!((&answer["rules"], &answer["plies"]), (&"men-3".into(), &13.into()));
    }
}
