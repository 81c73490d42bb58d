//! The page for those who cannot see it well, and on paper.

use std::path::PathBuf;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value as Json, json};

use crate::browser::Browser;
use crate::page::{is_exact, on_the_page, with_curve_and_kept};

/// The script of axe-core, which finds what assistive programs cannot read, where the environment names it.
fn axe() -> Option<String> {
    let Some(file) = std::env::var_os("BATTLE_ODDS_AXE").map(PathBuf::from) else {
        eprintln!(
            "SKIPPED: BATTLE_ODDS_AXE does not name axe-core's axe.min.js (npm pack axe-core), so it is not asked"
        );
        return None;
    };
    Some(std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display())))
}

/// What axe-core finds serious or worse.
fn serious(browser: &mut Browser, axe: &str) -> Json {
    browser.value(&format!("(() => {{ {axe} }})()"));
    browser.value(
        "axe.run(document).then(found => found.violations.filter(one => ['serious', 'critical'].includes(one.impact))
            .map(one => `${one.id} x${one.nodes.length}: ${one.nodes[0].html.slice(0, 160)}`))",
    )
}

const EXAMPLE: &str = "document.querySelector('[data-name=\"tacticals-charge-a-warband\"]').click()";

#[test]
fn axe_finds_nothing_serious() {
    let Some(axe) = axe() else { return };
    on_the_page("en-US", |browser, _| {
        assert_eq!(serious(browser, &axe), json!([]), "the start");
        browser.value(EXAMPLE);
        with_curve_and_kept(browser);
        browser.value("document.querySelectorAll('details').forEach(one => { one.open = true; })");
        for (width, colours) in [(1280, "light"), (380, "light"), (1280, "dark")] {
            browser.screen(width);
            let preferred = json!({ "features": [{ "name": "prefers-color-scheme", "value": colours }] });
            browser.send("Emulation.setEmulatedMedia", preferred);
            assert_eq!(serious(browser, &axe), json!([]), "the bench at {width}, {colours}");
        }
    });
}

#[test]
fn on_paper_the_answer_is_there_and_the_controls_are_not() {
    on_the_page("en-US", |browser, _| {
        browser.value(EXAMPLE);
        is_exact(browser);
        browser.send("Emulation.setEmulatedMedia", json!({ "media": "print" }));
        let shown = browser.value(
            "({ head: document.querySelector('#head .big').checkVisibility(), odds: document.querySelector('#odds').checkVisibility(),
                scene: document.querySelector('#scene').checkVisibility(), bars: document.querySelector('#odds .bar').checkVisibility(),
                buttons: [...document.querySelectorAll('button')].filter(one => one.checkVisibility()).map(one => one.outerHTML.slice(0, 120)),
                ground: getComputedStyle(document.body).backgroundColor })",
        );
        let expected = json!({ "head": true, "odds": true, "scene": true, "bars": true, "buttons": [], "ground": "rgb(255, 255, 255)" });
        assert_eq!(shown, expected);
        let printed = browser
            .send("Page.printToPDF", json!({ "preferCSSPageSize": false, "paperWidth": 8.27, "paperHeight": 11.69 }));
        let pdf = STANDARD.decode(printed["data"].as_str().expect("a PDF")).expect("in base 64");
        let pages = pdf.windows(12).filter(|some| some == b"/Type /Page\n").count();
        assert!((1..=4).contains(&pages), "{pages} pages");
    });
}
