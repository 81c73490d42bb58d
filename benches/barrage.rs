//! Nine Basilisks shell a warband: three templates over units of three kinds.

use criterion::{Criterion, criterion_group, criterion_main};

mod support;
use support::{TRIALS, engagement, group, sample};

const BARRAGE: &str = r#"
system = "epic-armageddon"
[units.basilisk]
type = "armoured-vehicle"
armour = "5+"
weapons = [{ name = "Earthshaker", range = 120, fire = "1BP", abilities = ["indirect"] }]
[units.grot]
type = "infantry"
[units.boy]
type = "infantry"
armour = "6+"
[units.nob]
type = "infantry"
armour = "4+"
[formations.basilisks]
initiative = "2+"
units = [{ unit = "basilisk", count = 9 }]
[formations.warband]
initiative = "3+"
units = [
  { unit = "grot", count = 4, cover = "forest" },
  { unit = "boy", count = 12, cover = "forest" },
  { unit = "nob", count = 4, cover = "forest" },
]
[[steps]]
action = "barrage"
by = "basilisks"
at = "warband"
order = "advance"
range = 60
under = { grot = 3, boy = 8, nob = 3 }
"#;

fn barrage(criterion: &mut Criterion) {
    let engagement = engagement(BARRAGE);
    let mut group = group(criterion, "barrage", TRIALS);
    sample(&mut group, "general program", &*engagement, TRIALS, 1);
    group.finish();
}

criterion_group!(benches, barrage);
criterion_main!(benches);
