use super::*;

/// The sections of a state, trimmed.
fn of(carried: &Carried, state: usize) -> Vec<(usize, Vec<f64>)> {
    carried.row(state).map(trimmed).map(|(first, chances)| (first, chances.to_vec())).collect()
}

#[test]
fn sections_are_as_wide_as_their_values() {
    let memory = Memory::new(1 << 20);
    for mut carried in [Carried::nothing(2), Carried::with_room(2)] {
        let free = memory.left();
        assert!(carried.begin(0, 0.5, &memory) && carried.is_at_zero());
        assert!(carried.add(1, [(3, &[0.25, 0.5][..]), (7, &[0.75])].into_iter(), 1.0, &memory));
        assert!(carried.add(0, [(2, &[1.0][..]), (0, &[1.0])].into_iter(), 0.25, &memory));
        assert!(carried.add(1, [(1, &[1.0][..]), (9, &[1.0])].into_iter(), 0.5, &memory));
        assert_eq!(of(&carried, 0), [(0, vec![0.5, 0.0, 0.25]), (0, vec![0.75])]);
        assert_eq!(of(&carried, 1), [(1, vec![0.5, 0.0, 0.25, 0.5]), (7, vec![0.75, 0.0, 0.5])]);
        assert!(!carried.is_at_zero() && carried.used()[0] >= 5 && carried.used()[1] >= 10);
        assert_eq!(carried.bytes(), free - memory.left());
    }
}

#[test]
fn states_of_others_are_added() {
    let (memory, mut carried, mut more) = (Memory::new(1 << 20), Carried::nothing(1), Carried::with_room(1));
    let row = |first: usize| std::iter::once((first, &[0.5, 0.25][..]));
    (0..200).for_each(|state| assert!(carried.add(state, row(state % 7), 1.0, &memory)));
    assert!(more.begin(0, 1.0, &memory) && more.extend(&carried, 198..200, &memory));
    assert_eq!([of(&more, 1), of(&more, 2)], [of(&carried, 198), of(&carried, 199)]);
    more.push_times(carried.row(6), 2.0);
    assert_eq!(of(&more, 3), [(6, vec![1.0, 0.5])]);
    let mut trimmed = Carried::nothing(1);
    assert!(trimmed.absorb(&more, &memory) && trimmed.len() == 4 && trimmed.numbers() == 1 + 2 + 2 + 2);
    more.clear(&Columns::all_apart(1));
    more.begin_new(0.5);
    assert!(more.len() == 1 && more.is_at_zero() && more.used() == [1]);
}

#[test]
fn rare_values_at_the_ends_of_long_rows_are_left_out() {
    let (memory, mut carried) = (Memory::new(1 << 20), Carried::nothing(2));
    let mut long = vec![1e-21, 1e-17];
    long.extend(vec![1e-3; 300]);
    long.extend([1e-22, 1e-19, 3e-21]);
    assert!(carried.add(0, [(4, &long[..]), (0, &[1e-30][..])].into_iter(), 1.0, &memory));
    let left_out = carried.leave_out(1e-20);
    assert!((left_out / 4e-21 - 1.0).abs() < 1e-12, "{left_out}");
    // What is between others stays, and so does one number.
    assert_eq!(of(&carried, 0), [(5, long[1..304].to_vec()), (0, vec![1e-30])]);
    let mut short = Carried::nothing(1);
    assert!(short.add(0, [(0, &[1e-30, 0.5][..])].into_iter(), 1.0, &memory));
    assert_eq!((short.leave_out(1e-20), short.row(0).next()), (0.0, Some((0, &[1e-30, 0.5][..]))));
}

#[test]
fn a_row_of_others_keeps_their_columns() {
    let memory = Memory::new(1 << 20);
    let (coin, sure) = ((0, &[0.25, 0.25][..]), (1, &[0.5][..]));
    let (mut rows, mut alike, mut apart) = (Carried::nothing(3), Carried::nothing(3), Carried::with_room(3));
    assert!(rows.add(0, [coin, sure, coin].into_iter(), 1.0, &memory) && alike.absorb(&rows, &memory));
    assert!(apart.add_of(0, &alike, 0, &memory) && apart.columns() == alike.columns());
    assert!(apart.add_of(0, &alike, 0, &memory));
    assert_eq!(of(&apart, 0), [(0, vec![0.5, 0.5]), (1, vec![1.0]), (0, vec![0.5, 0.5])]);
    // A row by counters, and one of others whose columns are all apart.
    assert!(apart.add(1, [coin, coin, sure].into_iter(), 1.0, &memory) && apart.columns().len() == 3);
    assert!(apart.add_of(1, &alike, 0, &memory));
    assert_eq!(of(&apart, 1), [(0, vec![0.5, 0.5]), (0, vec![0.25, 0.75]), (0, vec![0.25, 0.75])]);
    assert_eq!(of(&apart, 0), [(0, vec![0.5, 0.5]), (1, vec![1.0]), (0, vec![0.5, 0.5])]);
}

#[test]
fn columns_are_told_apart_when_their_counters_are() {
    let memory = Memory::new(1 << 20);
    let (coin, sure) = ((0, &[0.25, 0.25][..]), (1, &[0.5][..]));
    let [mut equal, mut unlike] = [Carried::with_room(3), Carried::with_room(3)];
    assert!(equal.add(0, [coin, sure, coin].into_iter(), 1.0, &memory));
    assert!(unlike.add(0, [coin, coin, sure].into_iter(), 1.0, &memory));
    let (mut all, mut both) = (Carried::nothing(3), Carried::nothing(3));
    assert!(all.absorb(&equal, &memory) && all.columns().of() == [0, 1, 0] && all.numbers() == 3);
    assert!(both.extend(&all, 0..1, &memory) && both.columns() == all.columns());
    assert!(all.absorb(&unlike, &memory) && all.columns().of() == [0, 1, 2]);
    assert!(both.extend(&all, 1..2, &memory) && both.extend(&all, 0..1, &memory));
    let (equal, unlike) = (of(&equal, 0), of(&unlike, 0));
    assert_eq!([of(&all, 0), of(&all, 1)], [equal.clone(), unlike.clone()]);
    assert_eq!([of(&both, 0), of(&both, 1), of(&both, 2)], [equal.clone(), unlike, equal]);
}
