//! Which places can be reached along the arrows of a graph.

/// The shortest path from one place to another, as the places passed, including both ends.
pub(crate) fn path(places: usize, from: usize, to: usize, arrow: impl Fn(usize, usize) -> bool) -> Option<Vec<usize>> {
    let mut before = vec![None; places];
    let mut reached = vec![from];
    let mut next = 0;
    while before[to].is_none() && to != from {
        let &here = reached.get(next)?;
        next += 1;
        let fresh = |&there: &usize| there != from && before[there].is_none() && arrow(here, there);
        for there in (0..places).filter(fresh).collect::<Vec<_>>() {
            before[there] = Some(here);
            reached.push(there);
        }
    }
    let mut passed = vec![to];
    while let Some(place) = before[passed[passed.len() - 1]] {
        passed.push(place);
    }
    passed.reverse();
    Some(passed)
}

/// Whether every place can be reached from every other.
pub(crate) fn all_from_all(places: usize, arrow: impl Fn(usize, usize) -> bool) -> bool {
    (1..places).all(|other| path(places, 0, other, &arrow).is_some() && path(places, other, 0, &arrow).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_way_is_found() {
        let arrows = [(0, 1), (1, 2), (2, 3), (1, 3), (3, 0)];
        let arrow = |from, to| arrows.contains(&(from, to));
        assert_eq!(path(5, 0, 3, arrow), Some(vec![0, 1, 3]));
        assert_eq!(path(5, 2, 2, arrow), Some(vec![2]));
        assert_eq!(path(5, 0, 4, arrow), None);
        assert!(all_from_all(4, arrow) && !all_from_all(5, arrow));
    }
}
