//! §12.9, §20: who fights whom in a round. The smaller side stands in order, the other is dealt out to it like cards;
//! each standing model fights its opponents one after the other, then the next one does.

/// How many models of two sides face each other, and which are dealt to which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The side that is dealt out: 0 or 1.
    pub many: usize,
    /// Models of the side that stands in order.
    few: usize,
    /// Models that are dealt out.
    dealt: usize,
}

/// A fight: the standing model, and the number of its opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fight {
    /// The side that is dealt out: 0 or 1.
    pub many: usize,
    /// The place of the standing model, from 0.
    pub place: usize,
    /// Which of its opponents it meets, from 1.
    pub nth: usize,
    /// The place of the opponent in the row that is dealt out.
    pub opponent: usize,
}

impl Pairing {
    /// This many models of each side; `once`: those of the first side fight one fight each (§15.6.1).
    pub fn new(models: [u32; 2], once: bool) -> Pairing {
        let [one, other] = models.map(|models| models as usize);
        let many = usize::from(other >= one);
        let (few, all) = (one.min(other), one.max(other));
        Pairing { many, few, dealt: if once && many == 1 { few } else { all } }
    }

    /// The number of fights.
    pub fn fights(self) -> usize {
        self.dealt
    }

    /// The fight of this number, from 0.
    pub fn fight(self, number: usize) -> Fight {
        let (each, more) = (self.dealt / self.few, self.dealt % self.few);
        let long = more * (each + 1);
        let (place, before) = match number < long {
            true => (number / (each + 1), number % (each + 1)),
            false => (more + (number - long) / each, (number - long) % each),
        };
        Fight { many: self.many, place, nth: before + 1, opponent: place + before * self.few }
    }

    /// The number of the first fight of a place.
    pub fn first_of(self, place: usize) -> usize {
        place * (self.dealt / self.few) + place.min(self.dealt % self.few)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_are_dealt_to_two_like_cards() {
        let pairing = Pairing::new([2, 5], false);
        assert_eq!((pairing.many, pairing.fights()), (1, 5));
        let dealt = |number: usize| {
            let fight = pairing.fight(number);
            (fight.place, fight.nth, fight.opponent)
        };
        let all: Vec<_> = (0..5).map(dealt).collect();
        assert_eq!(all, [(0, 1, 0), (0, 2, 2), (0, 3, 4), (1, 1, 1), (1, 2, 3)]);
        assert_eq!([pairing.first_of(0), pairing.first_of(1)], [0, 3]);
    }

    #[test]
    fn every_model_fights_once_where_nobody_falls() {
        for few in 1..8_u32 {
            for all in few..30 {
                let pairing = Pairing::new([all, few], false);
                let mut met: Vec<usize> = (0..pairing.fights()).map(|number| pairing.fight(number).opponent).collect();
                met.sort_unstable();
                assert_eq!(met, (0..all as usize).collect::<Vec<_>>());
                for place in 0..few as usize {
                    let first = pairing.fight(pairing.first_of(place));
                    assert_eq!((first.place, first.nth), (place, 1));
                }
            }
        }
        assert_eq!(Pairing::new([3, 5], true).fights(), 3);
        assert_eq!(Pairing::new([5, 3], true).fights(), 5);
    }
}
