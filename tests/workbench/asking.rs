//! What else a player asks on the page, in a browser.

use std::sync::PoisonError;

use serde_json::json;

use crate::browser::{Browser, chromium};
use crate::page::{ONE_BROWSER, WRONG, is_exact, on_the_page, one_file, unreadable};

/// A battle with an answer in it, and several decisions.
const FALCONS: &str = "document.querySelector('[data-name=\"leman-russ-against-falcons\"]').click()";

/// Puts a battle on the bench, and waits until everything about it is known.
fn put(browser: &mut Browser, battle: &str) {
    browser.value(battle);
    settled(browser);
}

fn settled(browser: &mut Browser) {
    browser.until("document.querySelector('#head .big') && document.body.dataset.settled == state.text.length");
}

/// The number that stands in a part of the page.
fn number(browser: &mut Browser, place: &str) -> f64 {
    browser.value(&format!("Number(document.querySelector('{place}').dataset.value)")).as_f64().expect("a number")
}

/// Chooses a value of a control.
fn choose(browser: &mut Browser, place: &str, value: &str) {
    browser.value(&format!(
        "(() => {{ const one = document.querySelector('{place}'); one.value = '{value}'; one.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()"
    ));
}

#[test]
fn what_happened_at_the_table_is_judged_and_judged_again_after_a_change() {
    on_the_page("en-US", |browser, _| {
        put(browser, FALCONS);
        choose(browser, "#seen-count", "5");
        browser.until("document.querySelector('#luck-said .here')");
        let before = number(browser, "#luck-said .here");
        let said = browser.value("document.querySelector('#luck-said').innerText").to_string();
        assert!(said.contains("As bad or worse") && said.contains("5 or more: one in"), "{said}");
        // With fewer to shoot at them it is rarer; what was seen is still there.
        browser.value("change({ do: 'put', at: ['formations', 'tanks', 'units', 0, 'count'], value: 4 })");
        browser.until(&format!(
            "Number(document.querySelector('#luck-said .here')?.dataset.value ?? 1) < {before} - 0.05"
        ));
        assert_eq!(browser.value("document.querySelector('#seen-count').value"), json!("5"));
        // Something that happened has no number.
        choose(browser, "#seen-what", "falcons.broken");
        browser.until("document.querySelector('#luck-said').innerText.includes('broken: yes')");
        assert_eq!(browser.value("document.querySelector('#seen-count').checkVisibility()"), json!(false));
    });
}

#[test]
fn who_does_best_takes_the_place_when_it_is_pressed() {
    on_the_page("en-US", |browser, _| {
        put(browser, FALCONS);
        browser.value(RANK);
        browser.until("document.querySelector('[data-do=rank]')");
        browser.value("document.querySelector('[data-do=rank]').click()");
        browser.until("document.querySelectorAll('#ranked li').length > 3");
        let other = "[...document.querySelectorAll('#ranked li[data-exact]')].find(one => Number(one.dataset.value) > 0.01 && one.querySelector('button') && !one.textContent.includes('Swords'))";
        let shown = browser.value(&format!("Number({other}.dataset.value)")).as_f64().expect("a chance");
        browser.value(&format!("{other}.querySelector('button').click()"));
        browser.until("!state.text.includes('[formations.falcons]')");
        settled(browser);
        let now = is_exact(browser);
        assert!((now - shown).abs() < 1e-9, "{shown} in the ranking, {now} in its place");
        // It was of the battle before, and is there again with it.
        assert_eq!(browser.value("document.querySelector('#ranked').innerText"), json!(""));
        browser.value("document.querySelector('[data-do=undo]').click()");
        browser.until("document.querySelectorAll('#ranked li').length > 3");
    });
}

#[test]
fn what_to_do_is_said_with_its_chance_and_beside_the_plan_as_written() {
    on_the_page("en-US", |browser, _| {
        put(browser, FALCONS);
        let written = is_exact(browser);
        browser.value("document.querySelector('[data-open=order]').click()");
        browser.value("document.querySelector('[data-do=best]').click()");
        browser.until("document.querySelector('#best-said table')");
        let values = browser.value("[...document.querySelectorAll('#best-said table:first-of-type td[data-value]')].map(one => Number(one.dataset.value))");
        let values: Vec<f64> = values.as_array().expect("values").iter().filter_map(|value| value.as_f64()).collect();
        assert!(values.iter().any(|value| (value - written).abs() < 1e-9), "{written}: {values:?}");
        assert!(values.iter().any(|value| *value > written + 0.05), "{written}: {values:?}");
        let said = browser.value("document.querySelector('#best-said').innerText").to_string();
        assert!(said.contains("sustained"), "{said}");
    });
}

#[test]
fn only_what_can_be_played_is_offered_next() {
    on_the_page("en-US", |browser, _| {
        put(browser, FALCONS);
        browser.value("document.querySelector('.then').open = true");
        browser.until("document.querySelector('#then button')");
        let offered = browser.value("[...document.querySelectorAll('#then button')].map(one => one.dataset.action)");
        assert!(offered.to_string().contains("assault") && !offered.to_string().contains("air-assault"), "{offered}");
        let refused = browser.value("document.querySelector('#then ul').textContent").to_string();
        assert!(refused.contains("aircraft"), "{refused}");
        browser.value("document.querySelector('#then [data-action=assault]').click()");
        browser.until("document.querySelectorAll('.steps > li').length === 3");
        settled(browser);
        assert_eq!(browser.value("document.querySelectorAll('.wrong').length"), json!(0));
    });
}

#[test]
fn bars_have_the_colour_of_the_goal() {
    on_the_page("en-US", |browser, _| {
        let legend = "document.querySelector('#odds .charts .legend')?.innerText ?? ''";
        // One condition: whole bars. Two: of each bar the part of the battles in which both hold.
        put(browser, FALCONS);
        let said = browser.value(legend).to_string();
        assert!(said.contains("goal reached, in 22."), "{said}");
        let parts = browser.value("document.querySelectorAll('#odds > .charts .marked').length");
        assert!(parts.as_u64().is_some_and(|parts| parts > 2), "{parts}");
        browser.value("change({ do: 'goal', conditions: ['falcons.losses <= 2'] })");
        settled(browser);
        let whole = browser.value(
            "[...document.querySelectorAll('#odds > .charts .bar')].map(bar => bar.querySelectorAll('.seen').length)",
        );
        assert!(whole.as_array().is_some_and(|bars| bars.iter().all(|bar| *bar == 1)), "{whole}");
        assert_eq!(browser.value("document.querySelectorAll('#odds > .charts rect.marked').length"), json!(3));
        // A formation that breaks by what is drawn.
        browser.value("change({ do: 'goal', conditions: ['falcons.broken'] })");
        settled(browser);
        let said = browser.value(legend).to_string();
        assert!(said.contains("falcons") && said.contains("broken"), "{said}");
    });
}

/// Unfolds where it is asked who does best.
const RANK: &str = "document.querySelector('[data-more=rank]').open = true";

/// Three formations of which two fight, all with a price.
const FIELD: &str = "(async () => {
    await change({ do: 'put', at: ['formations', 'tanks', 'points'], value: 500 });
    await deeds.choose({ slot: '+mine', found: JSON.stringify({ army: 0, key: 'night-spinner-troupe', is_unit: false }) });
    document.querySelector('[data-more=field]').open = true;
})()";

/// All against all: engagements with weights, prices to slide, battles to open.
fn all_against_all(browser: &mut Browser) {
    put(browser, FALCONS);
    browser.value(FIELD);
    browser.until("document.querySelectorAll('[data-meets]').length === 3");
    settled(browser);
    choose(browser, "#meeting-1", "assault");
    choose(browser, "#weight-1", "3");
    browser.value("document.querySelector('[data-do=field]').click()");
    browser.until("document.querySelectorAll('#field [data-worth]').length === 3");
    // The mean is that of the engagements by their weights.
    let cells = browser.value(
        "(() => { const tables = [...document.querySelectorAll('#field table')];
            return tables.map(table => Number(table.querySelector('tbody button').textContent.match(/[0-9]+/)[0])); })()",
    );
    let cells: Vec<f64> = cells.as_array().expect("cells").iter().filter_map(|cell| cell.as_f64()).collect();
    let [all, one, other] = cells[..] else { panic!("{cells:?}") };
    assert!((all - (one + 3.0 * other) / 4.0).abs() <= 1.0, "{cells:?}");
    a_price_is_slid(browser);
    a_cell_is_opened(browser);
}

fn a_price_is_slid(browser: &mut Browser) {
    let verdict = "document.querySelector('#price-falcons').closest('[data-worth]').dataset.is";
    let slide = |by: &str| {
        format!(
            "(() => {{ const slider = document.querySelector('#price-falcons'), worth = slider.closest('[data-worth]').dataset.worth;
                slider.value = {by}; slider.dispatchEvent(new Event('input', {{ bubbles: true }})); return {verdict}; }})()"
        )
    };
    // At once, from too dear to too cheap, before anybody fights again.
    assert_eq!(browser.value(&slide("slider.max")), json!("dear"));
    assert_eq!(browser.value(&slide("Math.max(5, worth / 2)")), json!("cheap"));
    let points = browser.value("document.querySelector('#price-falcons').value");
    browser.value("document.querySelector('#price-falcons').dispatchEvent(new Event('change', { bubbles: true }))");
    browser.until(&format!("state.text.includes('points = ' + {points} + '\\n')"));
    browser.until("studied.get('field').text === state.text");
}

fn a_cell_is_opened(browser: &mut Browser) {
    settled(browser);
    browser.value("document.querySelector('#field tbody button').click()");
    browser.until("!state.text.includes('[formations.night-spinner')");
    settled(browser);
    assert_eq!(browser.value("document.querySelectorAll('[data-formation]').length"), json!(2));
    is_exact(browser);
    browser.value("document.querySelector('[data-do=undo]').click()");
    browser.until("document.querySelectorAll('#field [data-worth]').length");
}

#[test]
fn all_meet_all_with_prices_to_slide() {
    on_the_page("en-US", |browser, _| all_against_all(browser));
}

#[test]
fn one_file_asks_all_of_it_too() {
    let (Some(chromium), Some(address)) = (chromium(), one_file()) else { return };
    let _alone = ONE_BROWSER.lock().unwrap_or_else(PoisonError::into_inner);
    let mut browser = Browser::start(chromium, "en-US");
    browser.screen(1280);
    browser.open(&address);
    all_against_all(&mut browser);
    browser.value(RANK);
    browser.until("document.querySelector('[data-do=rank]')");
    for (deed, found) in [("rank", "#ranked li"), ("best", "#best-said p")] {
        browser.value(&format!("document.querySelector('[data-do={deed}]').click()"));
        browser.until(&format!("document.querySelector('{found}')"));
    }
    choose(&mut browser, "#seen-count", "2");
    browser.until("document.querySelector('#luck-said p')");
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn what_is_asked_fits_a_desk_and_a_telephone() {
    for language in ["en-US", "fr-FR"] {
        on_the_page(language, |browser, _| {
            put(browser, FALCONS);
            browser.value(FIELD);
            browser.until("document.querySelectorAll('[data-meets]').length === 3");
            settled(browser);
            browser.value(RANK);
            browser.until("document.querySelector('[data-do=rank]')");
            for (deed, found) in [("rank", "#ranked li"), ("best", "#best-said p"), ("field", "#field [data-worth]")] {
                browser.value("document.querySelector('[data-open=order]').checked = true");
                browser.value(&format!("document.querySelector('[data-do={deed}]').click()"));
                browser.until(&format!("document.querySelector('{found}:not(.soft)')"));
            }
            choose(browser, "#seen-count", "5");
            browser.until("document.querySelector('#luck-said p')");
            browser.value("document.querySelectorAll('details').forEach(one => { one.open = true; })");
            browser.until("document.querySelector('#then button')");
            settled(browser);
            let text = browser.value("document.body.innerText").to_string().to_lowercase();
            for english in ["as it is now", "what should i do", "let them fight", "too dear", "as bad or worse"] {
                assert_eq!(text.contains(english), language == "en-US", "{english}: {text}");
            }
            for width in [1280, 380] {
                browser.screen(width);
                assert_eq!(browser.value(WRONG), json!([]), "{language} at {width}");
                for colours in ["light", "dark"] {
                    let preferred = json!({ "features": [{ "name": "prefers-color-scheme", "value": colours }] });
                    browser.send("Emulation.setEmulatedMedia", preferred);
                    assert_eq!(unreadable(browser), json!([]), "{language} at {width}, {colours}");
                }
            }
        });
    }
}
