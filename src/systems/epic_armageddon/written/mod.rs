//! What a player writes, as types: each table is one, each key a field. Read by [`typed`](crate::scenario::typed), and made into
//! rules by `compile`.
//!
//! | file | what is in it |
//! |---|---|
//! | `units` | a unit and its weapons |
//! | `criticals` | what critical hits do |

mod criticals;
mod units;

pub use criticals::{Harm, HarmTable, HarmWord};
pub use units::{Arc, Firepower, Mode, Unit, Weapon, WeaponAbility};
