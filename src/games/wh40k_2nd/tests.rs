//! The tests of the chapters, each beside its chapter. They are a program of their own, which uses the rules as the library has
//! compiled them.

#[path = "alike_tests.rs"]
mod alike;
mod arsenal;
#[path = "assault/tests.rs"]
mod assault;
#[path = "morale/at_once_tests.rs"]
mod at_once;
#[path = "combat/tests.rs"]
mod combat;
mod counted_tests;
#[path = "fire/tests.rs"]
mod fire;
#[path = "fire/machine_tests.rs"]
mod fire_at_machines;
mod golden_tests;
#[path = "morale/hatred_tests.rs"]
mod hatred;
#[path = "hazard/tests.rs"]
mod hazard;
mod input_tests;
#[path = "machine/tests.rs"]
mod machine;
#[path = "machine/arsenal.rs"]
mod machine_arsenal;
#[path = "fire/machine_template_tests.rs"]
mod machine_templates;
#[path = "morale/tests.rs"]
mod morale;
#[path = "moves/tests.rs"]
mod moves;
#[path = "morale/nerve_tests.rs"]
mod nerve;
#[path = "psychic/machine_tests.rs"]
mod powers_at_machines;
#[path = "psychic/tests.rs"]
mod psychic;
#[path = "psychology/tests.rs"]
mod psychology;
#[path = "combat/psychology_tests.rs"]
mod psychology_in_combat;
#[path = "rally/tests.rs"]
mod rally;
#[path = "ram/tests.rs"]
mod ram;
#[path = "roll_offs/tests.rs"]
mod roll_offs;
#[path = "fire/template_tests.rs"]
mod templates;
mod trial;
#[path = "turn/tests.rs"]
mod turn;
