//! What is at hand on the bench: questions to begin with, prices, curves, and the battles of a folder.

use serde_json::json;

use crate::exact::root;
use crate::page::{WRONG, is_exact, on_the_page, on_the_page_of};

#[test]
fn a_question_puts_both_answers_side_by_side() {
    on_the_page("en-US", |browser, _| {
        browser.value("document.querySelector('[data-name=\"tacticals-charge-a-warband\"]').click()");
        browser.until("document.querySelector('#questions [data-do=both]')");
        let question = browser.value("document.querySelector('#questions [data-do=both]').textContent");
        assert!(question.as_str().is_some_and(|text| text.ends_with('?') && text.contains(" or ")), "{question}");
        browser.value("document.querySelector('#questions [data-do=both]').click()");
        browser.until("document.querySelectorAll('#compare li').length > 2 && state.kept.at(-1).text === state.text");
        let names = browser.value("state.kept.slice(-2).map(kept => kept.name)");
        let texts = browser.value("state.kept.at(-2).text !== state.kept.at(-1).text");
        let words = names
            .as_array()
            .expect("names")
            .iter()
            .all(|name| question.as_str().unwrap().contains(name.as_str().unwrap()));
        assert!(words && texts == json!(true), "{question}: {names}");
    });
}

#[test]
fn a_formation_without_a_price_is_given_one() {
    on_the_page("en-US", |browser, _| {
        browser.value("document.querySelector('[data-system=\"epic-armageddon\"]').click()");
        is_exact(browser);
        let told = "document.querySelector('#odds').innerText.includes('Points lost')";
        assert_eq!(browser.value(told), json!(false));
        browser.value("[...document.querySelectorAll('.formation header button.link')].forEach(one => one.click())");
        browser.until("document.querySelectorAll('input.points').length > 0");
        browser.until(told);
        is_exact(browser);
    });
}

#[test]
fn cover_has_a_curve_and_a_distance_has_its_bands() {
    on_the_page("en-US", |browser, _| {
        browser.value("document.querySelector('[data-name=\"devastators-crossfire-a-warband\"]').click()");
        is_exact(browser);
        browser.value("document.querySelector('.enemy [data-curve*=cover]').click()");
        browser.until("document.querySelector('.slider:not([disabled])')");
        assert!(browser.value("JSON.parse(document.querySelector('.curve').dataset.points).length").as_u64() > Some(3));
        browser.value("document.querySelector('#happens [data-curve*=range]').click()");
        browser.until("document.querySelector('.curve[data-at*=range] .slider:not([disabled])')");
        let bands = browser.value("document.querySelectorAll('.curve rect.band').length");
        assert!(bands.as_u64() > Some(1), "{bands}");
    });
}

#[test]
fn battles_of_several_folders_stand_in_their_folders() {
    let scenarios = root().join("scenarios");
    let folder = |name: &str| scenarios.join(name).display().to_string();
    on_the_page_of(&[&folder("warmaster"), &folder("netepic")], "en-US", |browser, _| {
        let folders =
            browser.value("[...document.querySelectorAll('#last summary')].map(one => one.textContent).sort()");
        assert_eq!(folders, json!(["netepic", "warmaster"]));
        browser.value("document.querySelectorAll('#last summary').forEach(one => one.click())");
        assert_eq!(browser.value(WRONG), json!([]));
        browser.value("document.querySelector('#last details[open] button').click()");
        browser.until("document.querySelector('#head .big')");
    });
}

#[test]
fn an_upgrade_of_its_list_joins_a_formation() {
    on_the_page("en-US", |browser, _| {
        browser.value("document.querySelector('[data-system=\"epic-armageddon\"]').click()");
        browser.until("document.querySelector('#head .big')");
        browser.value(
            "(() => { const find = document.querySelector('[data-slot=attackers] [data-find]'); find.closest('details').open = true; find.value = 'tactical';
                find.dispatchEvent(new Event('input', { bubbles: true })); })()",
        );
        browser
            .until("document.querySelector('[data-slot=attackers] .found button strong')?.textContent === 'Tactical'");
        browser.value("document.querySelector('[data-slot=attackers] .found button').click()");
        browser.until("document.querySelector('[data-upgrades=tactical]')");
        browser.value("document.querySelector('[data-upgrades=tactical]').open = true");
        let press =
            |what: &str| format!("document.querySelector('.upgrade button[aria-label=\"{what}\"]:not([disabled])')");
        browser.until(&press("One more Hunter"));
        browser.value(&format!("{}.click()", press("One more Hunter")));
        browser.until("state.text.includes('unit = \"hunter\"')");
        // The list stays unfolded.
        browser.until(&press("One Hunter fewer"));
        browser.value(&format!("{}.click()", press("One Hunter fewer")));
        browser.until("!state.text.includes('unit = \"hunter\"')");
    });
}

#[test]
fn undo_pressed_quickly_loses_nothing() {
    on_the_page("en-US", |browser, _| {
        browser.value("document.querySelector('[data-system=\"epic-armageddon\"]').click()");
        browser.until("document.querySelector('#head .big')");
        // The only condition stays: without one there is no chance to show.
        assert_eq!(browser.value("document.querySelector('[data-do=drop-condition]').checkVisibility()"), json!(false));
        let texts = browser.value(
            "(async () => { const texts = [state.text];
                for (const count of [3, 4, 5]) { await putAt(['formations', 'attackers', 'units', 0, 'count'], count); texts.push(state.text); }
                return texts; })()",
        );
        browser.value("(deeds.undo(), deeds.undo(), deeds.undo(), deeds.undo())");
        assert_eq!(browser.value("state.text"), texts[0]);
        browser.value("(deeds.redo(), deeds.redo())");
        assert_eq!(browser.value("state.text"), texts[2]);
        browser.until("document.getElementById('at-formations.attackers.units[0].count').value === '4'");
        browser.value("deeds.redo()");
        is_exact(browser);
        assert_eq!(browser.value("[state.text, state.undo.length, state.redo.length]"), json!([texts[3], 3, 0]));
    });
}

#[test]
fn a_line_that_is_no_formation_is_told() {
    on_the_page("en-US", |browser, _| {
        let list = "Space Marines\nTactical 300\nWarhound of another list 250\nDevastator 250\n";
        browser.value(&format!("drop([new File([{}], 'list.txt')])", json!(list)));
        browser.until("document.querySelector('#read li')");
        let read = browser.value("document.querySelector('#read').innerText").to_string();
        assert!(read.contains("line 3") && read.contains("Warhound of another list 250"), "{read}");
    });
}
