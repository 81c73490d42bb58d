//! Regrouping as compiled, with the key `restore` (§3.2.5).

use crate::compiler::Compiler;
use crate::forces::Group;
use crate::marshal::{Regroup, Restore};
use battle_odds_plan::decision::Decision;

/// §1.13.1, §3.2.5: a formation regroups; if it has shields, reports the choice.
pub fn regroup(compiler: &mut Compiler, formation: usize, restore: Option<Restore>) -> Regroup {
    let shielded = compiler.forces.groups_of(formation).iter().any(Group::is_shielded);
    if shielded {
        compiler.tell(compiler.readings.lone_engine);
    }
    if restore.is_none() && shielded {
        compiler.choose(text!(
            "{formation}: regrouping raises shields before it takes off markers (key `restore`)",
            formation = compiler.name(formation)
        ));
    }
    Regroup { formation, restore: restore.unwrap_or(Restore::Shields), lone_engine: compiler.readings.lone_engine }
}

/// The same if the step says what comes first.
pub fn regroup_as_told(compiler: &mut Compiler, formation: usize, restore: Option<Restore>) -> Regroup {
    let regroup = regroup(compiler, formation, restore);
    if compiler.forces.groups_of(formation).iter().any(Group::is_shielded) {
        compiler.decide(Decision::word(
            &compiler.forces.formations[formation].name,
            "restore",
            restore,
            Restore::Shields,
        ));
    }
    regroup
}
