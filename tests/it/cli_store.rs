//! The folder of a run: nothing in it changes unseen, what is missing is played again, and shards make a whole.

use std::fs;
use std::path::{Path, PathBuf};

use turnlab::study::block::{self, Played};
use turnlab::study::identity::RunFile;

use crate::cli::Desk;

/// A run of 300 games in three blocks, the last a short one.
fn played() -> Desk {
    let desk = Desk::new();
    desk.fine("run small.toml --out out --quiet");
    desk
}

/// Every file under that folder.
fn all_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() { found.extend(all_files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

/// Puts a file back as it was when this is dropped.
struct Changed {
    path: PathBuf,
    good: Vec<u8>,
}

impl Changed {
    fn at(path: &Path, at: usize) -> Changed {
        let good = fs::read(path).expect("a file");
        let mut bad = good.clone();
        bad[at] ^= 1;
        fs::write(path, bad).expect("a file");
        Changed { path: path.to_owned(), good }
    }
}

impl Drop for Changed {
    fn drop(&mut self) {
        let _ = fs::write(&self.path, &self.good);
    }
}

#[test]
fn a_sound_run_is_said_to_be_sound() {
    let desk = played();
    let looked = desk.fine("verify out --replay 5");
    assert!(looked.out.contains("blocks/        ok"), "{}", looked.out);
    assert!(looked.out.ends_with("5 of 5 games came out again as it was written\n"), "{}", looked.out);
    assert!(desk.run("verify missing").err.contains("no folder `missing`"));
}

#[test]
fn games_are_played_again_from_blocks_too_and_only_where_there_are_rows() {
    let desk = Desk::new();
    desk.fine("run small.toml --games 8 --keep blocks --out blocks --quiet");
    let again = desk.fine("verify blocks --replay 3").out;
    assert!(again.ends_with("3 of 3 games came out again as it was written\n"), "{again}");
    desk.fine("run small.toml --games 16 --rows extreme:5 --out long --quiet");
    desk.fine("run small.toml --games 16 --rows extreme:5 --keep blocks --out longest --quiet");
    for (run, games, played) in [("long", 2, "2 of 2"), ("long", 9, "5 of 5"), ("longest", 3, "3 of 3")] {
        let again = desk.fine(&format!("verify {run} --replay {games}")).out;
        assert!(again.ends_with(&format!("{played} games came out again as it was written\n")), "{again}");
    }
    desk.fine("run small.toml --games 8 --rows none --out none --quiet");
    let none = desk.run("verify none --replay 3");
    let told = "error: `none` has no row of the games to be played again, so nothing can be compared\n";
    assert_eq!((none.code, none.err.as_str()), (Some(2), told));
}

#[test]
fn a_finished_run_is_not_summed_up_from_less_than_it_was_made_of() {
    let desk = played();
    let sound = desk.files("out");
    let block = desk.path().join("out/blocks/0000000000.block");
    let good = fs::read(&block).expect("a file");
    fs::remove_file(&block).expect("removed");
    let before = desk.files("out");
    for line in ["report out", "export out"] {
        let ran = desk.run(line);
        assert_eq!(ran.code, Some(1), "{}", ran.err);
        let told = "has blocks of 0 of its 300 games: `turnlab run --out out --resume` plays the others again; nothing was written";
        assert!(ran.err.contains(told), "{}", ran.err);
        assert!(desk.files("out") == before, "{line} changed the folder");
    }
    fs::write(&block, good).expect("written");
    desk.fine("export out");
    assert!(desk.files("out") == sound);
}

#[test]
fn any_changed_byte_is_found() {
    let desk = played();
    for path in all_files(&desk.path().join("out")) {
        let length = fs::metadata(&path).expect("a file").len() as usize;
        for at in [0, length / 3, length / 2, length - 2, length - 1] {
            let changed = Changed::at(&path, at);
            let looked = desk.run("verify out");
            assert_ne!(looked.code, Some(0), "byte {at} of {}: {}", path.display(), looked.out);
            assert!(looked.err.contains("error: "), "{}", looked.err);
            drop(changed);
        }
    }
    desk.fine("verify out");
}

#[test]
fn what_is_damaged_is_never_vouched_for() {
    let desk = played();
    let sound = desk.files("out");
    for path in all_files(&desk.path().join("out")) {
        let name = path.strip_prefix(desk.path().join("out")).expect("inside").to_string_lossy().into_owned();
        let length = fs::metadata(&path).expect("a file").len() as usize;
        let changed = Changed::at(&path, length / 2);
        let resumed = desk.run("run --out out --resume --quiet");
        let told = format!("{name}: {:?} {}", resumed.code, resumed.err);
        if name.starts_with("inputs/") || name == "run.json" {
            // What a run was made from can't be made again.
            assert_eq!(resumed.code, Some(2), "{told}");
            drop(changed);
        } else {
            // Everything else is played or derived again.
            assert_eq!(resumed.code, Some(0), "{told}");
            assert!(resumed.err.contains("note: "), "{told}");
            assert!(desk.files("out") == sound, "{told}");
            std::mem::forget(changed);
            for aside in all_files(&desk.path().join("out/blocks")) {
                if aside.extension().is_some_and(|ending| ending == "damaged") {
                    assert!(desk.fine("verify out").out.contains(", 1 set aside as damaged"));
                    fs::remove_file(aside).expect("a file");
                }
            }
        }
        desk.fine("verify out");
    }
}

#[test]
fn a_block_that_the_run_cannot_have_played_is_set_aside_whatever_its_hash() {
    let desk = played();
    let sound = desk.files("out");
    // Two at the table instead of four, and as many games in a block: hash, run and games are those of the forged run.
    let two = desk.read("small.toml").split("[[seat]]\nname = \"C\"").next().expect("a text").to_owned();
    desk.write("two.toml", &(two + "[batch]\ngames = 300\nseed = 7\nrotate_seats = false\n"));
    let alone = desk.read("small.toml").replace("rotate_seats = true", "rotate_seats = false");
    desk.write("alone.toml", &alone);
    desk.fine("run two.toml --out two --quiet");
    desk.fine("run alone.toml --out alone --quiet");
    let first = |out: &str| desk.path().join(out).join("blocks/0000000000.block");
    let id = |out: &str| RunFile::read(&desk.path().join(out)).expect("a run").identity.id();
    let read = |out: &str| block::read(&first(out), &id(out)).expect("a block");
    let forged = |out: &str, forged: Played, why: &str| {
        let sound = desk.files(out);
        forged.write(&desk.path().join(out).join("blocks"), &id(out)).expect("written");
        let told = format!("is damaged: {why}; it is set aside");
        let exported = desk.run(&format!("export {out}"));
        assert!(exported.code == Some(1) && exported.err.contains(&told), "{}", exported.err);
        forged.write(&desk.path().join(out).join("blocks"), &id(out)).expect("written");
        let looked = desk.run(&format!("verify {out}"));
        assert!(looked.code == Some(1) && looked.err.contains(&format!("is damaged: {why}")), "{}", looked.err);
        let resumed = desk.fine(&format!("run --out {out} --resume --quiet"));
        assert!(resumed.err.contains(&told), "{}", resumed.err);
        assert!(desk.files(out) == sound);
        fs::remove_file(first(out).with_extension("block.damaged")).expect("it is set aside");
        desk.fine(&format!("verify {out}"));
    };
    forged("alone", read("two"), "it is of a table of another size");
    let rows = "its rows are not those of its games";
    forged("out", Played { rows: Vec::new(), ..read("out") }, rows);
    let mut doubled = read("out");
    doubled.rows[1].row = doubled.rows[1].row.repeat(2);
    forged("out", doubled, rows);
    let mut turned = read("out");
    turned.rows.swap(0, 1);
    forged("out", turned, rows);
    assert!(desk.files("out") == sound);
}

#[test]
fn whatever_is_missing_is_made_again() {
    let desk = played();
    let sound = desk.files("out");
    for path in all_files(&desk.path().join("out")) {
        let name = path.strip_prefix(desk.path().join("out")).expect("inside").to_string_lossy().into_owned();
        if name.starts_with("inputs/") || name == "run.json" {
            continue;
        }
        fs::remove_file(&path).expect("a file");
        let resumed = desk.fine("run --out out --resume --quiet");
        assert_eq!(
            resumed.err.contains("note: `out` has no block of "),
            name.starts_with("blocks/"),
            "{}",
            resumed.err
        );
        assert!(desk.files("out") == sound, "without {name}");
    }
    fs::remove_file(desk.path().join("out/games.csv")).expect("a file");
    desk.fine("export out");
    assert!(desk.files("out") == sound);
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_neither_read_nor_taken_for_missing() {
    let desk = played();
    let sound = desk.files("out");
    for name in ["manifest.json", "timing.json", "games.csv", "blocks/0000000000.block"] {
        let path = desk.path().join("out").join(name);
        fs::remove_file(&path).expect("a file");
        std::os::unix::fs::symlink("/dev/zero", &path).expect("a link");
        let looked = desk.run("verify out");
        assert_eq!(looked.code, Some(1), "{name}: {}", looked.err);
        desk.fine("run --out out --resume --quiet");
        assert!(desk.files("out") == sound, "{name}");
    }
}

#[cfg(unix)]
#[test]
fn links_are_never_written_through() {
    let desk = played();
    desk.write("precious", "mine");
    for name in ["games.csv.part", "manifest.json.part", "blocks/0000000001.block.part", "summary.csv"] {
        let link = desk.path().join("out").join(name);
        let _ = fs::remove_file(&link);
        std::os::unix::fs::symlink(desk.path().join("precious"), &link).expect("a link");
    }
    desk.fine("run --out out --resume --games 600 --quiet");
    assert_eq!(desk.read("precious"), "mine");
    desk.fine("verify out");
    let blocks = desk.path().join("out/blocks");
    fs::rename(&blocks, desk.path().join("elsewhere")).expect("renamed");
    std::os::unix::fs::symlink(desk.path().join("elsewhere"), &blocks).expect("a link");
    let refused = desk.run("run --out out --resume --quiet");
    assert!(refused.err.contains("holds `blocks`, which is not part of a run"), "{}", refused.err);
}

#[test]
fn rows_are_those_asked_for_and_statistics_those_of_all_games() {
    let desk = played();
    let rows =
        |folder: &str| desk.read(&format!("{folder}/games.csv")).lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    let all = rows("out");
    for (which, count) in [("none", 0..1), ("sample:10", 15..50), ("extreme:7", 7..8)] {
        let folder = which.replace(':', "-");
        desk.fine(&format!("run small.toml --out {folder} --rows {which} --quiet"));
        let kept = rows(&folder);
        assert!(count.contains(&kept.len()) && kept.iter().all(|row| all.contains(row)), "{which}: {}", kept.len());
        for name in ["summary.csv", "hist.csv"] {
            assert_eq!(desk.read(&format!("{folder}/{name}")), desk.read(&format!("out/{name}")), "{which}");
        }
        desk.fine(&format!("verify {folder}"));
    }
    let other = desk.run("run --out none --resume --rows all");
    assert!(other.err.contains("its rows are `none`, not `all`"), "{}", other.err);
    let wrong = desk.run("run small.toml --rows most");
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.err.contains("expected `all`, `none`, `sample:N`"), "{}", wrong.err);
}

#[test]
fn turns_have_rows_where_they_are_asked_for() {
    let desk = Desk::new();
    desk.fine("run small.toml --turns --out whole --quiet");
    desk.fine("run small.toml --games 80 --turns --out grown --quiet");
    desk.fine("run --out grown --resume --games 300 --quiet");
    assert!(desk.files("grown") == desk.files("whole"));
    desk.fine("shard plan small.toml --games 300 --turns --shards 2");
    for id in [1, 0] {
        desk.fine(&format!("shard run --id {id} --out shards --quiet"));
    }
    desk.fine("shard merge shards --out merged");
    assert!(desk.files("merged") == desk.files("whole"));
    // A row for each turn that games.csv counts.
    let turns = desk.read("whole/turns.csv").lines().skip(1).filter(|row| row.contains(",taken,")).count();
    let counted = |row: &str| row.split(',').nth(6).and_then(|cell| cell.parse::<usize>().ok()).expect("a number");
    assert_eq!(turns, desk.read("whole/games.csv").lines().skip(1).map(counted).sum::<usize>());
    desk.fine("verify whole");
    // A run that has none stays as it is.
    desk.fine("run small.toml --out plain --quiet");
    let before = all_files(&desk.path().join("plain"));
    let refused = desk.run("run --out plain --resume --turns");
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("its turns have no rows, so it can't go on with --turns"), "{}", refused.err);
    assert_eq!(all_files(&desk.path().join("plain")), before);
    assert!(!desk.path().join("plain/turns.csv").exists());
}

#[test]
fn what_is_kept_is_what_was_asked_for() {
    let desk = played();
    desk.fine("run small.toml --out blocks --keep blocks --quiet");
    assert!(!desk.path().join("blocks/games.csv").exists());
    desk.fine("verify blocks");
    desk.fine("export blocks");
    assert!(desk.files("blocks") == desk.files("out"));
    desk.fine("run small.toml --out tables --keep csv --quiet");
    assert!(desk.files("tables") == desk.files("out") && !desk.path().join("tables/blocks").exists());
    // Dropping the blocks was broken off: what is left of them is no block of anybody.
    let left = desk.path().join("tables/blocks.dropped");
    fs::create_dir(&left).expect("a folder");
    fs::write(left.join("0000000001.block"), "").expect("a file");
    desk.fine("verify tables");
    let again = desk.fine("run --out tables --resume --quiet");
    assert!(again.err.contains("keeps no blocks: its games are played again"), "{}", again.err);
    assert!(desk.files("tables") == desk.files("out") && !left.exists());
}

#[test]
fn what_no_run_wrote_is_told_of_and_what_this_one_did_not_write_is_wrong() {
    let desk = played();
    let sound = desk.files("out");
    desk.write("out/notes.txt", "mine");
    let looked = desk.fine("verify out");
    assert!(looked.err.contains("note: `notes.txt` is no part of the run"), "{}", looked.err);
    for (name, text) in [("turns.csv", "game,turn\n"), ("games.parquet", "PAR1"), ("choices.jsonl", "{}\n")] {
        desk.write(&format!("out/{name}"), text);
        let looked = desk.run("verify out");
        let told = format!("error: `{name}` is not one of the files that the manifest lists");
        assert!(looked.code == Some(1) && looked.err.contains(&told), "{}", looked.err);
        desk.fine("run --out out --resume --quiet");
        assert!(!desk.path().join("out").join(name).exists(), "{name}");
        desk.fine("verify out");
    }
    assert_eq!(desk.read("out/notes.txt"), "mine");
    fs::remove_file(desk.path().join("out/notes.txt")).expect("a file");
    assert!(desk.files("out") == sound);
}

#[test]
fn shards_make_the_whole_however_often_they_are_played() {
    let desk = Desk::new();
    desk.fine("run small.toml --games 1500 --out whole --quiet");
    desk.fine("shard plan small.toml --games 1500 --shards 4");
    for id in [2, 0, 3, 2] {
        desk.fine(&format!("shard run --id {id} --out shards --threads 1 --quiet"));
    }
    let missing = desk.run("shard merge shards --out merged");
    assert_eq!(missing.code, Some(2));
    assert!(missing.err.contains("1 of 4 shards missing or unfinished in `shards`: 1"), "{}", missing.err);
    assert!(!desk.path().join("merged").exists());
    desk.fine("shard run --id 1 --out shards --quiet");
    for _ in 0..2 {
        desk.fine("shard merge shards --out merged");
        assert!(desk.files("merged") == desk.files("whole"));
    }
    desk.fine("verify merged");
    desk.fine("run small.toml --games 4 --out taken --quiet");
    let taken = desk.run("shard merge shards --out taken");
    assert!(taken.err.ends_with("; choose another --out, or replace it with --force\n"), "{}", taken.err);
    assert!(!taken.err.contains("--resume"), "{}", taken.err);
    // A damaged shard is noticed, and played again.
    let block = all_files(&desk.path().join("shards/shard-00001/blocks")).remove(0);
    std::mem::forget(Changed::at(&block, 300));
    let damaged = desk.run("shard merge shards --out other");
    let told = "; `turnlab shard run --id 1` plays shard 1 again\n";
    assert!(damaged.err.contains("` is damaged: ") && damaged.err.ends_with(told), "{}", damaged.err);
    desk.fine("shard run --id 1 --out shards --quiet");
    desk.fine("shard merge shards --out other");
    assert!(desk.files("other") == desk.files("whole"));
}

#[test]
fn shards_stop_where_one_machine_does() {
    let desk = Desk::new();
    desk.write(
        "even.toml",
        &crate::cli::STUDY.replace("max_turns = 12", "max_turns = 400").replace("\"pass\"", "\"random\""),
    );
    desk.fine("run even.toml --games 4000 --target-error 0.09 --out whole --quiet");
    desk.fine("shard plan even.toml --games 4000 --target-error 0.09 --shards 3");
    for id in 0..3 {
        desk.fine(&format!("shard run --id {id} --out shards --quiet"));
    }
    desk.fine("shard merge shards --out merged");
    assert!(desk.read("merged/manifest.json").contains("\"rule\": \"until\""), "{}", desk.read("merged/manifest.json"));
    assert!(desk.files("merged") == desk.files("whole"));
}

#[test]
fn plans_and_shards_that_do_not_fit_are_refused() {
    let desk = Desk::new();
    let told = |line: &str| {
        let ran = desk.run(line);
        assert_eq!(ran.code, Some(2), "{line}: {}", ran.err);
        ran.err
    };
    assert!(told("shard plan small.toml --games 300 --shards 4").contains("makes 1 to 3 shards, not 4"));
    desk.fine("shard plan small.toml --shards 2");
    desk.fine("shard plan small.toml --shards 2 --seed 8 --out other.json");
    desk.write("empty.json", "");
    for other in ["small.toml", "empty.json"] {
        let told = told(&format!("shard run --id 0 --out shards --plan {other}"));
        assert_eq!(told, format!("error: `{other}` is no plan: expected the file that `turnlab shard plan` writes\n"));
    }
    assert_eq!(told("shard run --id 0 --out shards --plan none.json"), "error: no file `none.json`\n");
    assert!(told("verify decks").contains("`decks` holds no run: it has no run.json"));
    for verb in ["verify nowhere", "export nowhere", "report nowhere", "replay nowhere 0"] {
        assert_eq!(told(verb), "error: no folder `nowhere`; expected the folder of a run\n");
    }
    assert!(told("shard run --id 2 --out shards").contains("there is no shard 2: the plan has shards 0 to 1"));
    desk.fine("shard run --id 0 --out shards --quiet");
    assert!(told("shard run --id 0 --out shards --plan other.json").contains("it is a shard of another run"));
    let plan = desk.read("plan.json");
    desk.write("plan.json", &plan.replacen("\"seed\": \"7\"", "\"seed\": \"9\"", 1));
    assert!(told("shard run --id 1 --out shards").contains("its seal does not hold"));
}

#[cfg(not(feature = "parquet"))]
#[test]
fn what_this_program_was_built_without_is_said_before_anything_is_touched() {
    let desk = Desk::new();
    desk.fine("run small.toml --games 8 --out out --quiet");
    let before = desk.files("out");
    let ran = desk.run("export out --format parquet");
    let said = "error: no Parquet files: this turnlab was built without the feature `parquet` (cargo build --release --features parquet)\n";
    assert_eq!((ran.code, ran.err.as_str()), (Some(2), said));
    assert!(desk.files("out") == before);
    desk.fine("verify out");
}
