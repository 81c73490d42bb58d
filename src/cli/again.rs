//! `run --again run.json`: what a record of a run says, so that it can be run again and compared.

use std::collections::BTreeMap;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::output::{NAMES, SEAL};
use crate::armies::regular;
use crate::report::json::{RunEntry, RunReader};
use crate::scenario::Problem;

/// What a `run.json` tells.
pub struct Told {
    file: PathBuf,
    request: Map<String, Value>,
    scenarios: Vec<RunEntry>,
    /// The checksums of the files, by name.
    sums: BTreeMap<String, String>,
}

impl Told {
    /// Reads a record, or the one in a folder.
    ///
    /// # Errors
    /// That it cannot be read, or is none of a run.
    pub fn read(place: &Path) -> Result<Told, Problem> {
        let in_folder = place.join(SEAL);
        let file = if place.is_dir() { &in_folder } else { place };
        let unusable = |error: io::Error| {
            let problem =
                Problem::new(text!("{file}: this is no record of a run ({error})", file = file.display(), error));
            problem.help(text!("`battle-odds run` writes one, run.json, beside its results"))
        };
        let (request, mut reader) =
            regular::open(file).map(BufReader::new).and_then(RunReader::new).map_err(unusable)?;
        let mut scenarios = Vec::new();
        while let Some(scenario) = reader.next_scenario().map_err(unusable)? {
            scenarios.push(scenario);
        }
        let sums = reader.sums().map_err(unusable)?.into_iter().collect();
        Ok(Told { file: file.to_owned(), request, scenarios, sums })
    }

    /// The words of its command line after `battle-odds run`.
    ///
    /// # Errors
    /// That it does not tell them.
    pub fn words(&self) -> Result<Vec<String>, Problem> {
        let command = self.request.get("command").and_then(Value::as_str).and_then(shlex::split).unwrap_or_default();
        let files = self.request.get("files").and_then(Value::as_array).into_iter().flatten();
        let files: Vec<String> = files.filter_map(|file| file.as_str().map(str::to_owned)).collect();
        match command.strip_prefix(&["battle-odds".to_owned(), "run".to_owned()]) {
            Some(options) if !files.is_empty() => Ok([options, &["--".to_owned()], &files].concat()),
            _ => {
                let file = self.file.display();
                Err(Problem::new(text!("{file}: this does not say which files were run", file)).help(text!(
                    "an older version has written it: name the files, and give the options of its `command`"
                )))
            }
        }
    }

    /// Whether the results in a folder are the same as those told; if not, why.
    pub fn compare(&self, folder: &Path) -> Vec<String> {
        let Ok(now) = Told::read(&folder.join(SEAL)) else { return Vec::new() };
        if NAMES.iter().all(|name| now.sums.get(*name) == self.sums.get(*name)) {
            return vec![text!("the results are the same as then, byte for byte")];
        }
        let mut said = Vec::new();
        let version = |of: &Told| of.request.get("version").and_then(Value::as_str).unwrap_or_default().to_owned();
        if version(&now) != version(self) {
            said.push(text!("then it was version {then}, now it is {now}", then = version(self), now = version(&now)));
        }
        for RunEntry { scenario, variant, hash, .. } in &self.scenarios {
            match now.scenarios.iter().find(|one| (&one.scenario, &one.variant) == (scenario, variant)) {
                Some(one) if one.hash == *hash => {}
                Some(_) => said.push(text!(
                    "{scenario} ({variant}) is not what it was: its file or an army has changed",
                    scenario,
                    variant
                )),
                None => said.push(text!("{scenario} ({variant}) is not there any more", scenario, variant)),
            }
        }
        if now.scenarios.len() > self.scenarios.len() {
            said.push(text!("there are scenarios that were not there then"));
        }
        if said.is_empty() {
            said.push(text!(
                "the scenarios are the same as then, but the files are not: `--csv` or the language may be others"
            ));
        }
        said
    }
}
