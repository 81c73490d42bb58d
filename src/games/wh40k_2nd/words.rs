//! Formations in words, for `explain`.

use crate::forces::{BROKEN, Forces, Formation, Group, IMMOBILISED, OUT_OF_CONTROL, OVERWATCH, SHAKEN};
use battle_odds_plan::state::{NOTHING, State};
use battle_odds_words::shown;

impl Forces {
    /// A formation in words, for the narrator.
    pub fn describe(&self, of: &Formation, state: &State) -> String {
        let groups = &self.groups[of.groups.clone()];
        let parts = groups.chunk_by(|one, next| one.of == next.of);
        let mut words: Vec<String> = parts.filter_map(|part| stands(part, state)).collect();
        if words.is_empty() {
            return text!("{name}: destroyed", name = of.name);
        }
        let all = [(BROKEN, mark!("broken")), (SHAKEN, mark!("shaken")), (OVERWATCH, mark!("on overwatch"))];
        words.extend(all.iter().filter(|(status, _)| of.is(state, *status)).map(|(_, word)| shown(word).into_owned()));
        text!("{name}: {state}", name = of.name, state = words.join("; "))
    }
}

/// The state of the groups that the scenario does not distinguish; nothing if no model is left.
fn stands(part: &[Group], state: &State) -> Option<String> {
    let models: u32 = part.iter().map(|group| group.models(state)).sum();
    let start: u32 = part.iter().map(|group| u32::from(group.start)).sum();
    let profile = &part[0].profile;
    let mut words = vec![text!("{name} {models} of {start}", name = profile.name, models, start)];
    let wounds: u32 = part.iter().map(|group| group.wounds(state)).sum();
    let lost = models * u32::from(profile.w) - wounds;
    words.extend((lost > 0).then(|| text!(lost => "1 wound lost" | "{lost} wounds lost", lost)));
    words.extend(part.iter().filter(|group| group.models(state) > 0).flat_map(|group| harmed(group, state)));
    let weapons = || part.iter().flat_map(|group| &group.weapons);
    let gone = weapons().filter(|carried| carried.lost != NOTHING && state[carried.lost] > 0);
    words.extend(gone.map(|carried| text!("{weapon} lost", weapon = carried.weapon.name)));
    let jams: u32 = weapons().map(|carried| state.count(carried.jams)).sum();
    words.extend((jams > 0).then(|| text!(jams => "1 jam" | "{jams} jams", jams)));
    (models > 0).then(|| words.join(", "))
}

/// What a machine or a building has lost to damage.
fn harmed(group: &Group, state: &State) -> Vec<String> {
    let mut words = Vec::new();
    let Some(cells) = &group.machine else { return words };
    let locations = group.card.iter().flat_map(|card| &card.locations).enumerate();
    let ruined = locations.filter(|(place, _)| cells.has_lost(state, *place));
    words.extend(ruined.map(|(_, location)| text!("{location} destroyed", location = location.name)));
    let all = [(IMMOBILISED, mark!("immobilised")), (OUT_OF_CONTROL, mark!("out of control"))];
    words.extend(
        all.iter().filter(|(status, _)| state[cells.status] & status != 0).map(|(_, word)| shown(word).into_owned()),
    );
    let crew = group.profile.machine.as_ref().map_or(0, |machine| u32::from(machine.crew));
    let dead = crew.saturating_sub(state.count(cells.crew));
    words.extend((dead > 0).then(|| text!("{dead} of {crew} crew dead", dead, crew)));
    words
}
