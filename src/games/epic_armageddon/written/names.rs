//! The formations that a step names.

use super::{Action, Fighting, Fire, FireOrder, Flak, Reactions, Shooting, Sortie, Support};
use battle_odds_scenario::typed::{Either, Marked};

/// A name as written.
type Name = Marked<String>;

impl Action {
    /// The formations that act.
    pub fn by(&self) -> Vec<&Name> {
        match self {
            Action::Shoot(step) | Action::Barrage(step) => step.1.1.by.iter().collect(),
            Action::Assault(step) => step.1.1.1.by.iter().collect(),
            Action::Rally(step) => step.by.iter().collect(),
            Action::EndPhase(_) | Action::GameEnd(_) => Vec::new(),
            Action::Marshal(step) => vec![&step.1.1.by],
            Action::March(step) => vec![&step.1.by],
            Action::Overwatch(step) => vec![&step.1.by],
            Action::DangerousTerrain(step) => vec![&step.by],
            Action::OutOfCoherency(step) => vec![&step.by],
            Action::Teleport(step) => vec![&step.by],
            Action::Patrol(step) => vec![&step.1.by],
            Action::GroundAttack(step) => vec![&step.1.1.1.by],
            Action::AirAssault(step) => vec![&step.1.1.1.1.by],
            Action::Intercept(step) => vec![&step.1.by],
            Action::Departure(step) => vec![&step.by],
            Action::OrbitalBombardment(step) | Action::PinPointAttack(step) => vec![&step.1.1.by],
            Action::Planetfall(step) => vec![&step.1.by],
            Action::Strategy(step) => vec![&step.by],
        }
    }

    /// The targets.
    pub fn at(&self) -> Vec<&Name> {
        match self {
            Action::Shoot(step) | Action::Barrage(step) => vec![&step.1.1.at],
            Action::Marshal(step) => step.1.1.at.iter().collect(),
            Action::GroundAttack(step) => vec![&step.1.1.1.at],
            Action::Intercept(step) => vec![&step.1.at],
            Action::OrbitalBombardment(step) | Action::PinPointAttack(step) => vec![&step.1.1.at],
            Action::Strategy(step) => vec![&step.at],
            _ => self.fighting().map_or(Vec::new(), |fighting| fighting.at.iter().collect()),
        }
    }

    /// The formations that react from overwatch.
    pub fn reacting(&self) -> Vec<&Name> {
        let reactions: &Reactions = match self {
            Action::Shoot(step) | Action::Barrage(step) => &step.1.1.reactions,
            Action::March(step) => &step.1.reactions,
            Action::GroundAttack(step) => &step.1.1.1.reactions,
            Action::Planetfall(step) => &step.1.reactions,
            _ => self.fighting().map_or(&None, |fighting| &fighting.reactions),
        };
        reactions.iter().flat_map(|reactions| reactions.iter()).map(|reaction| &reaction.1.by).collect()
    }

    /// Its fire, if it has any.
    fn fire(&self) -> Option<&Fire> {
        match self {
            Action::Shoot(step) | Action::Barrage(step) => Some(&step.0),
            Action::Assault(step) => Some(&step.0),
            Action::Marshal(step) => Some(&step.0),
            Action::GroundAttack(step) => Some(&step.0),
            Action::AirAssault(step) => Some(&step.0),
            Action::OrbitalBombardment(step) | Action::PinPointAttack(step) => Some(&step.0),
            _ => None,
        }
    }

    /// How it is fought, if it is an assault.
    fn fighting(&self) -> Option<&Fighting> {
        match self {
            Action::Assault(step) => Some(&step.1.1.0),
            Action::AirAssault(step) => Some(&step.1.1.1.0),
            _ => None,
        }
    }

    /// How its aircraft come, if it has any.
    fn sortie(&self) -> Option<&Sortie> {
        match self {
            Action::GroundAttack(step) => Some(&step.1.1.0),
            Action::AirAssault(step) => Some(&step.1.1.0),
            _ => None,
        }
    }

    fn shooting(&self) -> Option<&Shooting> {
        match self {
            Action::Shoot(step) | Action::Barrage(step) => Some(&step.1.1),
            _ => None,
        }
    }

    /// The interceptors.
    pub fn interceptor(&self) -> Option<&Name> {
        Some(&self.sortie()?.interception.as_ref()?.by)
    }

    /// Whether it has fire from overwatch, or a formation going on it.
    pub fn is_overwatch(&self) -> bool {
        matches!(self, Action::Overwatch(_))
            || self.shooting().is_some_and(|step| step.order == Some(FireOrder::Overwatch))
    }

    /// Whether aircraft land in it.
    pub fn lands(&self) -> bool {
        match self {
            Action::AirAssault(_) | Action::Planetfall(_) => true,
            Action::GroundAttack(step) => step.1.1.1.landing.is_some(),
            _ => false,
        }
    }

    /// The names at a key of the step.
    pub fn named(&self, key: &str) -> Vec<&Name> {
        match key {
            "by" => self.by(),
            "at" => self.at(),
            "reactions" => self.reacting(),
            "support" => self.fighting().map_or(Vec::new(), |step| supporting(&step.support)),
            "defender-support" => self.fighting().map_or(Vec::new(), |step| supporting(&step.defender_support)),
            "crossfire" => match self.fire().and_then(|fire| fire.crossfire.as_ref()) {
                Some(Either::Second(name)) => vec![name],
                _ => Vec::new(),
            },
            "interception" => self.interceptor().into_iter().collect(),
            "escort-flak" => self.sortie().map_or(Vec::new(), |sortie| firing(&sortie.escort_flak)),
            "flak" => match self {
                Action::Intercept(step) => firing(&step.1.flak),
                Action::Departure(step) => firing(&step.flak),
                _ => self.sortie().map_or(Vec::new(), |sortie| firing(&sortie.flak)),
            },
            "coordinated" => {
                let coordinated = self.shooting().and_then(|step| step.coordinated.as_ref());
                let joined = coordinated.into_iter().flat_map(|joined| joined.iter());
                joined.map(|joined| &joined.1.by).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// A formation that fires flak.
fn firing(flak: &Flak) -> Vec<&Name> {
    flak.iter().flatten().map(|flak| &flak.1.by).collect()
}

/// The names of supporting formations and units.
fn supporting(support: &Option<Support>) -> Vec<&Name> {
    match support {
        None => Vec::new(),
        Some(Either::First(counts)) => counts.iter().map(|(name, _)| name).collect(),
        Some(Either::Second(names)) => names.iter().collect(),
    }
}
