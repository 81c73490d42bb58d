//! The reader of files: arbitrary bytes, zipped or not. They are refused, or become an army file that can be read.
#![no_main]

use std::path::Path;
use std::sync::Arc;

use battle_odds::armies::archive::unpack;
use battle_odds::armies::library::{Files, parsed};
use battle_odds::armies::of_files;
use battle_odds::scenario::{Army, Source, parse};
use battle_odds::systems::check_army;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = unpack(bytes.to_vec()) else { return };
    let Ok((root, mended)) = parsed(&text) else { return };
    let files = Files { roots: vec![root], missing: Vec::new(), mended };
    let Ok(import) = of_files(Path::new("fuzz.cat"), &files) else { return };
    let source = Source::new("army.toml", import.toml());
    let root = parse(Arc::clone(&source)).expect("an import is valid TOML");
    check_army(&Army::new("army.toml", source, root)).expect("an import is an army file");
});
