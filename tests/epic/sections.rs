//! The table of sections covers the whole rulebook: every section is in it, and those that roll dice or move blast markers
//! are simulated.

use battle_odds::systems::epic_armageddon::sections::SECTIONS;
use battle_odds::systems::{Section, Status};

/// Sections in which dice are rolled or blast markers move.
const WITH_DICE: &str = "1.0.1 1.1.3 1.2.2 1.3 1.5 1.6.1 1.6.2 1.6.3 1.7.4 1.7.5 1.8.1 1.8.2 1.8.3 1.8.4 1.9.2 1.9.4 1.9.5 \
    1.9.6 1.9.7 1.9.8 1.10 1.11 1.12.4 1.12.5 1.12.6 1.12.7 1.12.8 1.12.9 1.12.10 1.13.1 1.13.2 1.13.3 1.13.4 1.14 1.14.1 2.0 \
    2.1 2.1.1 2.1.2 2.1.3 2.1.4 2.1.5 2.1.6 2.1.7 2.1.10 2.1.11 2.1.12 2.1.13 2.1.14 2.1.15 2.1.17 2.1.18 2.1.19 2.1.20 2.1.21 \
    2.1.22 2.2.1 2.2.2 2.2.3 2.2.4 2.2.5 2.2.6 2.2.7 2.2.8 2.2.9 2.2.10 2.2.11 3.0 3.1 3.1.3 3.2 3.2.1 3.2.2 3.2.3 3.2.4 3.2.5 \
    3.2.6 3.3.2 3.3.3 4.1.1 4.2 4.2.2 4.2.3 4.2.4 4.2.5 4.2.7 4.3.2 4.3.3 4.3.4 4.4 4.4.1 5.1.7 6.1 6.2";

/// All others.
const WITHOUT: &str = "1.1.1 1.1.2 1.2.1 1.4.1 1.4.2 1.7 1.7.1 1.7.2 1.7.3 1.8 1.9.1 1.9.3 1.12.1 1.12.2 1.12.3 1.14.2 2.1.8 \
    2.1.9 2.1.16 2.2 3.1.1 3.1.2 3.3 3.3.1 4.1 4.2.1 4.2.6 4.3 4.3.1 5.0 5.1 5.1.1 5.1.2 5.1.3 5.1.4 5.1.5 5.1.6 5.1.8 6.0";

fn section(key: &str) -> &'static Section {
    SECTIONS.iter().find(|section| section.key == key).unwrap_or_else(|| panic!("§{key} is not in the table"))
}

#[test]
fn every_section_with_dice_is_simulated() {
    for key in WITH_DICE.split_whitespace() {
        let simulated = matches!(section(key).status, Status::Simulated(by) if !by.is_empty());
        assert!(simulated, "§{key} rolls dice or moves markers, and is not simulated");
    }
}

#[test]
fn every_other_section_is_explained() {
    for key in WITHOUT.split_whitespace() {
        let (Status::Simulated(words) | Status::Given(words) | Status::Not(words)) = &section(key).status;
        assert!(!words.is_empty(), "§{key} is not explained");
    }
}

#[test]
fn the_table_holds_nothing_that_is_not_in_the_book() {
    let known: Vec<&str> = WITH_DICE.split_whitespace().chain(WITHOUT.split_whitespace()).collect();
    for section in SECTIONS.iter().filter(|section| section.key.chars().all(|c| c.is_ascii_digit() || c == '.')) {
        assert!(known.contains(&section.key), "§{} is not in the book", section.key);
    }
}
