//! L469: the printed example, and the chances of a chain of orders.

use crate::trial::{odds, play};

/// L527: 9 − 3 for 65 cm − 1 for the second order: 4 passes against 5. Then 10 fails against 9, and it is the general.
#[test]
fn orders_of_the_example() {
    let text = "
formations.riders.units = [{ unit = 'riders' }]
formations.spears.units = [{ unit = 'spears' }]
formations.guard.units = [{ unit = 'guard' }]
[[steps]]
action = 'orders'
by = 'lord'
to = ['riders', 'spears']
distance = { riders = [10, 65], spears = 10 }
orders = { riders = 2 }
[[steps]]
action = 'orders'
by = 'captain'
to = 'guard'
[[steps]]
action = 'orders'
by = 'captain'
to = 'spears'
";
    let values = play(text, &[("to riders", &[4, 5]), ("to riders", &[2, 2]), ("to spears", &[4, 6])]);
    assert_eq!((values["1.riders.orders"], values["1.spears.orders"], values["2.guard.orders"]), (2, 0, 0));
    assert_eq!(values["1.lord.blunder"], 0);
}

/// L469: 30, 26, 15 of 36 for 10, 8, 7 less two: command 9 in a row of three.
#[test]
fn chains_of_orders() {
    let text = "
formations.spears.units = [{ unit = 'spears' }]
[[steps]]
action = 'orders'
by = 'lord'
to = 'spears'
";
    let odds = odds(text);
    for (orders, chance) in [6.0 / 36.0, 300.0 / 1296.0, 0.250_771_604_938, 455.0 / 1296.0].iter().enumerate() {
        assert!((odds["1.spears.orders"][orders] - chance).abs() < 1e-9, "{orders}");
    }
}
