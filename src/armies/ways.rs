//! The ways in which a player may take a card: every choice between a few things, one after the other.

/// If there are more ways than this, they are left to the player.
pub const MOST_WAYS: usize = 12;

/// The current way: what is chosen at each choice, and from how many.
#[derive(Debug, Default)]
pub struct Ways {
    taken: Vec<(usize, usize)>,
    next: usize,
}

impl Ways {
    /// The index of the thing taken here, out of `of`.
    pub fn choose(&mut self, of: usize) -> usize {
        if self.next == self.taken.len() {
            self.taken.push((0, of));
        }
        self.next += 1;
        self.taken[self.next - 1].0
    }

    /// Moves on to the next way; whether there is another.
    pub fn go_on(&mut self) -> bool {
        self.next = 0;
        while let Some((chosen, of)) = self.taken.pop() {
            if chosen + 1 < of {
                self.taken.push((chosen + 1, of));
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One of two, and after the second one of three: four ways.
    #[test]
    fn every_way_is_taken_once() {
        let (mut ways, mut all) = (Ways::default(), Vec::new());
        loop {
            let first = ways.choose(2);
            all.push((first, if first == 1 { Some(ways.choose(3)) } else { None }));
            if !ways.go_on() {
                break;
            }
        }
        assert_eq!(all, [(0, None), (1, Some(0)), (1, Some(1)), (1, Some(2))]);
    }
}
