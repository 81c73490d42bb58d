//! What a combat leaves open, and its readings; reported.

use crate::combat::written::Combat;
use crate::combat::{Fighter, OnWin};
use crate::compiler;
use crate::compiler::Compiler;
use crate::fire::Luck;
use crate::items::Item;
use crate::profile::Ability;
use crate::readings::{CommanderAttacks, SwordOfDestiny};
use battle_odds_plan::decision::Decision;
use battle_odds_scenario::typed::ByName;
use battle_odds_words::shown;

/// Reports what the scenario leaves open, and readings that matter to this combat; `again`: whether more than one round
/// is fought.
pub fn tell(compiler: &mut Compiler, fighters: &[Fighter], step: &Combat, again: bool) {
    let charge = step.charge.unwrap_or(true);
    let by = step.by.iter().map(|name| name.value.as_str()).collect::<Vec<_>>().join(&text!(" and "));
    let told = text!("{by}: the combat begins with a charge (key `charge`)", by);
    compiler.decide(Decision::yes_or_no(&step.by[0], "charge", step.charge, true).told(told));
    who_fights(compiler, fighters, step);
    if step.rounds.is_none() {
        compiler.choose(text!("{by}: two rounds of combat at most (key `rounds`)", by));
    }
    if again {
        on_win(compiler, fighters, step);
        compiler.choose(text!(
            "in later rounds all stands that are left fight; a unit caught in the flank stays so while it retreats (key `later`)"
        ));
    }
    for fighter in fighters {
        let (unit, label) = (&compiler.forces.units[fighter.unit], compiler::label(compiler, fighter.unit));
        let lucky = unit.item == Some(Item::BannerOfLuck);
        let enemies = fighters.iter().filter(|enemy| enemy.side != fighter.side && enemy.wave == 0).count();
        let one_of_several = unit.item == Some(Item::BannerOfLuck) && fighter.luck == Luck::Unlucky && enemies > 1;
        let silent = charge
            && step.counter_fire.is_none()
            && !compiler.own.fired_at_charge.contains(&fighter.formation)
            && fighter.side == 1
            && (unit.profile.range.is_some() || unit.profile.shots > 0);
        let away = fighter.on_win == OnWin::FallBack && fighter.clear.is_none();
        let fanatic = fighter.on_win != OnWin::Pursue && unit.profile.has(Ability::Fanatic);
        if lucky {
            let told = text!("{label} rolls all attacks again when fewer hit than should (key `luck`)", label);
            let whose = compiler.name(fighter.formation);
            compiler.decide(Decision::word(whose, "luck", step.luck, Luck::Unlucky).told(told));
        }
        if one_of_several {
            compiler.choose(text!(
                "{label} rolls again its attacks on one enemy unit, the first on which it is unlucky: not those on others (Banner of Luck)",
                label
            ));
        }
        if silent {
            compiler.choose(text!("{label} does not fire at the charge (key `counter-fire`)", label));
        }
        if away {
            compiler
                .choose(text!("{label} is clear of all units when it falls back after a win (key `fall-back`)", label));
        }
        if fanatic {
            compiler.choose(text!("{label} pursues all the same: fanatics must (Pursuits and fanatics)", label));
        }
    }
    compiler.own.fired_at_charge.retain(|formation| fighters.iter().all(|fighter| fighter.formation != *formation));
    let lines: Vec<&str> = fighters.iter().flat_map(|fighter| readings(compiler, fighter, fighters)).collect();
    lines.into_iter().for_each(|line| compiler.choose(shown(line).into_owned()));
}

/// L1322, L1432: reports which stands fight and support, if the scenario does not say.
fn who_fights(compiler: &mut Compiler, fighters: &[Fighter], step: &Combat) {
    if step.contact.is_some() {
        return;
    }
    let is_named = |name: &str| {
        let fighting = step.fighting.iter().flat_map(|counts| &counts.value).map(|(key, _)| key);
        let support = step.support.iter().flat_map(|counts| &counts.value).map(|(key, _)| key);
        let of_it = |key: &str| key.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        fighting.chain(support).any(|key| of_it(key))
    };
    let mut whole: Vec<usize> = fighters.iter().map(|fighter| fighter.formation).collect();
    whole.dedup();
    whole.retain(|&formation| !is_named(compiler.name(formation)));
    let names = compiler.list(&whole);
    match (whole.is_empty(), step.support.is_none()) {
        (false, true) => compiler.choose(text!(
            "all stands of {names} fight, and none support (keys `contact`, `fighting`, `support`)",
            names
        )),
        (false, false) => compiler.choose(text!("all stands of {names} fight (keys `contact`, `fighting`)", names)),
        (true, true) => compiler.choose(text!("no stands support (key `support`)")),
        (true, false) => {}
    }
}

/// What each formation does when it wins a round; if one word says it for all, it is one decision.
fn on_win(compiler: &mut Compiler, fighters: &[Fighter], step: &Combat) {
    let told = text!("the winner of a round pursues where the rules allow it (key `on-win`)");
    if let Some(ByName::All(all)) = &step.on_win {
        compiler.decide(Decision::word(&step.by[0], "on-win", Some(all.value), OnWin::Pursue));
        return;
    }
    for fighter in fighters {
        let name = compiler.name(fighter.formation);
        let written = step.on_win.as_ref().map(|_| fighter.on_win);
        let decision = Decision::word(name, name, written, OnWin::Pursue);
        compiler.decide(decision.below("on-win").told(&told));
    }
}

/// Readings that matter to a fighter.
fn readings(compiler: &Compiler, fighter: &Fighter, fighters: &[Fighter]) -> Vec<&'static str> {
    let unit = &compiler.forces.units[fighter.unit];
    let commanders = || unit.commanders.iter().map(|&commander| &compiler.forces.commanders[commander].profile);
    let carries = |item: Item| unit.item == Some(item) || commanders().any(|profile| profile.item == Some(item));
    let destined = carries(Item::SwordOfDestiny);
    let more = fighter.commander > 0
        || destined
        || carries(Item::SwordOfPower)
        || commanders().any(|profile| profile.attacks > 0);
    let terror = |enemy: &Fighter| {
        enemy.side != fighter.side && compiler.forces.units[enemy.unit].profile.has(Ability::Terrifying)
    };
    // Confused, terrified, and caught in the flank.
    let less = 1
        + u16::from(fighters.iter().any(terror))
        + u16::from(fighter.places.flanked > 0 || fighter.later.is_some_and(|later| later.flanked > 0));
    let mut lines = Vec::new();
    if more && unit.profile.attacks < less {
        lines.push(match compiler.readings.commander_attacks {
            CommanderAttacks::OnTop => mark!(
                "reading of “Last-gasp die”: a commander's attacks are added to a stand's, which are 0 at least (commander-attacks)"
            ),
            CommanderAttacks::InTotal => mark!(
                "reading of “Last-gasp die”: a commander's attacks are added before less than 0 counts as 0, to the stand that has most (commander-attacks)"
            ),
        });
    }
    if destined {
        lines.push(match compiler.readings.sword_of_destiny {
            SwordOfDestiny::Phase => mark!(
                "reading of “Sword of Destiny”: the sword of destiny works to the end of its first combat phase (sword-of-destiny)"
            ),
            SwordOfDestiny::Engagement => mark!(
                "reading of “Sword of Destiny”: the sword of destiny works to the end of its first engagement (sword-of-destiny)"
            ),
        });
    }
    lines
}
