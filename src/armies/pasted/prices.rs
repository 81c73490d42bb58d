//! The points that a list says, held against those of the army.

use super::blocks::Block;
use super::force::Force;
use super::known::Army;

/// The points of one formation of a block.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Price {
    /// As the list says.
    pub said: Option<u32>,
    /// As the army says.
    pub sum: Option<u32>,
    /// What differs, in words.
    pub differs: Vec<String>,
}

/// The points of a block that is so many formations of these units.
pub fn price(block: &Block, force: &Force, army: &Army, times: u32) -> Price {
    let mut price = Price { sum: force.sum(), ..Price::default() };
    let whole = whole(block, &mut price);
    price.said = match (whole, price.sum) {
        (said, _) if times == 1 => said,
        (Some(said), Some(sum)) if sum.checked_mul(times) == Some(said) => Some(sum),
        (Some(said), Some(sum)) if said == sum => Some(said),
        (Some(said), _) => {
            price.differs.push(text!(
                "whether {said} points are those of each or of all {count} is not said",
                said,
                count = times
            ));
            None
        }
        (None, _) => None,
    };
    of_each(block, force, army, &mut price);
    if let (Some(said), Some(sum)) = (price.said, price.sum)
        && said != sum
    {
        price.differs.push(text!("the list says {said} points, what is read adds up to {sum}", said, sum));
    }
    price
}

/// The points of a whole block: with those of what is added, where the list's own sum shows that they are not among them.
fn whole(block: &Block, price: &mut Price) -> Option<u32> {
    let head = &block.items.first()?.part;
    let rest = block.items[1..].iter().filter(|item| item.line != block.line.0);
    let added: u32 = rest.filter_map(|item| item.part.points).fold(0, u32::saturating_add);
    let own = head.each.map(|each| each.saturating_mul(head.count.unwrap_or(1)));
    match (block.said, own) {
        (None, Some(own)) => Some(own.saturating_add(added)),
        (Some(said), Some(own)) if said == own => Some(said.saturating_add(added)),
        (Some(said), Some(own)) => {
            let sum = own.saturating_add(added);
            if sum != said {
                price.differs.push(text!("the list says {said} points, its own parts add up to {sum}", said, sum));
            }
            Some(said)
        }
        (Some(said), None) if added > 0 && price.sum != Some(said) => {
            if added >= said || price.sum == Some(said.saturating_add(added)) {
                return Some(said.saturating_add(added));
            }
            price.differs.push(text!(
                "whether the {added} points of what is added are among the {said} is not said",
                added,
                said
            ));
            Some(said)
        }
        (said, None) => said,
    }
}

/// What each unit costs in the list and in the army.
fn of_each(block: &Block, force: &Force, army: &Army, price: &mut Price) {
    let (Some(item), Some(group)) = (block.items.first(), force.groups.first()) else { return };
    let points = army.unit(&group.unit).and_then(|unit| unit.points);
    if let (Some(each), Some(points)) = (item.part.each, points)
        && force.card.is_none()
        && each != points
    {
        price.differs.push(text!("each costs {each} in the list, {points} in the army", each, points));
    }
}
