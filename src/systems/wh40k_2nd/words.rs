//! How a battle is told: what `explain` says of formations.

use super::forces::{BROKEN, Forces, Formation, Group, IMMOBILISED, OUT_OF_CONTROL, OVERWATCH, SHAKEN};
use crate::systems::plan::state::{NOTHING, State};

/// "1 hit", "3 hits".
pub fn count(number: u32, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

impl Forces {
    /// A formation in words, for the narrator.
    pub fn describe(&self, of: &Formation, state: &State) -> String {
        let groups = &self.groups[of.groups.clone()];
        let parts = groups.chunk_by(|one, next| one.of == next.of);
        let mut words: Vec<String> = parts.filter_map(|part| stands(part, state)).collect();
        if words.is_empty() {
            return format!("{}: destroyed", of.name);
        }
        let all = [(BROKEN, "broken"), (SHAKEN, "shaken"), (OVERWATCH, "on overwatch")];
        words.extend(all.iter().filter(|(status, _)| of.is(state, *status)).map(|(_, word)| (*word).to_owned()));
        format!("{}: {}", of.name, words.join("; "))
    }
}

/// How the groups stand that are one as written; nothing where nobody is left.
fn stands(part: &[Group], state: &State) -> Option<String> {
    let models: u32 = part.iter().map(|group| group.models(state)).sum();
    let start: u32 = part.iter().map(|group| u32::from(group.start)).sum();
    let profile = &part[0].profile;
    let mut words = vec![format!("{} {models} of {start}", profile.name)];
    let wounds: u32 = part.iter().map(|group| group.wounds(state)).sum();
    let lost = models * u32::from(profile.w) - wounds;
    words.extend((lost > 0).then(|| format!("{} lost", count(lost, "wound"))));
    words.extend(part.iter().filter(|group| group.models(state) > 0).flat_map(|group| harmed(group, state)));
    let weapons = || part.iter().flat_map(|group| &group.weapons);
    let gone = weapons().filter(|carried| carried.lost != NOTHING && state[carried.lost] > 0);
    words.extend(gone.map(|carried| format!("{} lost", carried.weapon.name)));
    let jams: u32 = weapons().map(|carried| state.count(carried.jams)).sum();
    words.extend((jams > 0).then(|| count(jams, "jam")));
    (models > 0).then(|| words.join(", "))
}

/// What damage has left of a machine or a building.
fn harmed(group: &Group, state: &State) -> Vec<String> {
    let mut words = Vec::new();
    let Some(cells) = &group.machine else { return words };
    let locations = group.card.iter().flat_map(|card| &card.locations).enumerate();
    let ruined = locations.filter(|(place, _)| cells.has_lost(state, *place));
    words.extend(ruined.map(|(_, location)| format!("{} destroyed", location.name)));
    let all = [(IMMOBILISED, "immobilised"), (OUT_OF_CONTROL, "out of control")];
    words
        .extend(all.iter().filter(|(status, _)| state[cells.status] & status != 0).map(|(_, word)| (*word).to_owned()));
    let crew = group.profile.machine.as_ref().map_or(0, |machine| u32::from(machine.crew));
    let dead = crew.saturating_sub(state.count(cells.crew));
    words.extend((dead > 0).then(|| format!("{dead} of {crew} crew dead")));
    words
}
