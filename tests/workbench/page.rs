//! The page in a browser, served by the program.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

use crate::browser::{Browser, chromium};
use crate::exact::{downloads, exact, root};

/// The program, serving the page.
struct Served {
    process: Child,
    address: String,
}

impl Served {
    fn start(arguments: &[&str]) -> Served {
        let mut process = Command::new(env!("CARGO_BIN_EXE_battle-odds"))
            .args(["workbench", "--no-open"])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs");
        let mut address = String::new();
        BufReader::new(process.stdout.take().expect("its output")).read_line(&mut address).expect("an address");
        Served { process, address: address.trim().to_owned() }
    }

    fn port(&self) -> &str {
        self.address.split([':', '/']).nth(4).expect("a port")
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Browsers that run at the same time slow each other down.
pub static ONE_BROWSER: Mutex<()> = Mutex::new(());

/// Does something with a page in a browser, which then must have nothing to complain of and must have asked nobody but the program.
pub fn on_the_page(language: &str, work: impl FnOnce(&mut Browser, &str)) {
    on_the_page_of(&[], language, work);
}

/// The same with these battles to choose from.
pub fn on_the_page_of(battles: &[&str], language: &str, work: impl FnOnce(&mut Browser, &str)) {
    let Some(chromium) = chromium() else { return };
    let _alone = ONE_BROWSER.lock().unwrap_or_else(PoisonError::into_inner);
    let served = Served::start(battles);
    let mut browser = Browser::start(chromium, language);
    browser.screen(1280);
    browser.open(&served.address);
    work(&mut browser, &served.address);
    browser.value("1");
    assert_eq!(browser.complaints, [""; 0]);
    let others: Vec<&String> =
        browser.asked.iter().filter(|url| !url.starts_with(&served.address) && !url.starts_with("data:")).collect();
    assert!(others.is_empty(), "asked of others: {others:?}");
}

const EXAMPLE: &str = "document.querySelector('[data-name=\"devastators-crossfire-a-warband\"]').click()";

/// The chance on the page is that of `run --exact` with the text on the page.
pub fn is_exact(browser: &mut Browser) -> f64 {
    browser.until("document.querySelector('#head .big[data-exact]') && document.body.dataset.settled");
    let shown = browser.value("Number(document.querySelector('#head .big').dataset.value)").as_f64().expect("a chance");
    let text = browser.value("state.text");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("battle.toml");
    fs::write(&file, text.as_str().expect("a text")).expect("written");
    let known = exact(&file).expect("a chance");
    assert!((shown - known).abs() < 1e-9, "{shown} on the page, {known} by the command");
    known
}

/// Waits for the chance, and lays a curve and a setting that is kept beside it.
pub fn with_curve_and_kept(browser: &mut Browser) {
    is_exact(browser);
    browser.value("document.querySelector('[data-curve*=count]').click()");
    browser.until("document.querySelector('.slider:not([disabled])')");
    browser.value("document.querySelector('[data-do=keep]').click()");
    browser.until("document.querySelector('#compare li')");
}

/// What does not fit on a screen, and what has no name.
pub const WRONG: &str = "[
    document.documentElement.scrollWidth > innerWidth ? 'wider than the screen: ' + document.documentElement.scrollWidth : '',
    ...[...document.querySelectorAll('button, input, select, textarea')]
        .filter(one => one.checkVisibility() && !(one.textContent.trim() || one.getAttribute('aria-label') || one.labels?.length))
        .map(one => 'no name: ' + one.outerHTML.slice(0, 120)),
    ...[...document.querySelectorAll('[id]')].filter(one => document.querySelectorAll('#' + CSS.escape(one.id)).length > 1)
        .map(one => 'twice: ' + one.id),
].filter(Boolean)";

/// What nobody can read: too little contrast, texts on one another or wider than their boxes.
pub fn unreadable(browser: &mut Browser) -> Json {
    let (looks, _) = include_str!("../pages/check.js").split_once("const look = ").expect("what looks");
    browser.value(&format!(
        "(() => {{ {looks}
            crowded();
            for (const element of document.querySelectorAll('#shell *')) {{
                const own = [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
                if (!own || !shows(element) || element.matches(':disabled, option') || element.closest('.tip')) continue;
                const style = getComputedStyle(element);
                const ratio = contrast(channels(element instanceof SVGElement ? style.fill : style.color), ground(element));
                if (ratio < 4.5) wrong(`contrast ${{ratio.toFixed(2)}}: ${{named(element)}}`);
            }}
            return found.wrong;
        }})()"
    ))
}

#[test]
fn each_screen_fits_a_desk_and_a_telephone() {
    on_the_page("en-US", |browser, _| {
        for width in [1280, 380] {
            browser.screen(width);
            assert_eq!(browser.value(WRONG), json!([]), "the start at {width}");
        }
        browser.value(EXAMPLE);
        with_curve_and_kept(browser);
        for width in [1280, 380] {
            browser.screen(width);
            browser.value("document.querySelectorAll('details').forEach(one => { one.open = true; })");
            assert_eq!(browser.value(WRONG), json!([]), "the bench at {width}");
            for colours in ["light", "dark"] {
                let preferred = json!({ "features": [{ "name": "prefers-color-scheme", "value": colours }] });
                browser.send("Emulation.setEmulatedMedia", preferred);
                assert_eq!(unreadable(browser), json!([]), "the bench at {width}, {colours}");
            }
        }
    });
}

#[test]
fn a_slider_dragged_has_the_figures_of_the_command_line() {
    on_the_page("en-US", |browser, _| {
        browser.value(EXAMPLE);
        let before = is_exact(browser);
        browser.value("document.querySelectorAll('.enemy .at-hand [data-curve*=count]')[1].click()");
        browser.until("document.querySelector('.slider:not([disabled])')");
        let drag = "(() => { const slider = document.querySelector('.slider');
            for (let at = Number(slider.value); at > 2; at--) { slider.value = at; slider.dispatchEvent(new Event('input', { bubbles: true })); }
            delete document.body.dataset.settled;
            const shown = document.querySelector('#head .big').dataset.value;
            slider.dispatchEvent(new Event('change', { bubbles: true }));
            return Number(shown); })()";
        let while_dragged = browser.value(drag).as_f64().expect("a chance");
        browser.until("document.body.dataset.settled");
        let after = is_exact(browser);
        assert!(
            (while_dragged - after).abs() < 1e-9 && (before - after).abs() > 0.01,
            "{before} {while_dragged} {after}"
        );
        browser.value("document.querySelector('[data-do=undo]').click()");
        browser.until("document.querySelector('#head .big').dataset.value.startsWith('0.36')");
    });
}

#[test]
fn the_keyboard_is_enough() {
    on_the_page("en-US", |browser, _| {
        let mut presses = 0;
        while browser.value("document.activeElement.dataset.system !== 'epic-armageddon'") == json!(true) {
            browser.press("Tab");
            presses += 1;
            assert!(presses < 30, "the game is not reached");
        }
        browser.press("Enter");
        browser.until("document.querySelector('#head .big')");
        while browser.value("document.activeElement.dataset.step !== '1'") == json!(true) {
            browser.press("Tab");
            presses += 1;
            assert!(presses < 60, "no number is reached");
        }
        let before = browser.value("state.text");
        browser.press("Enter");
        browser.until(&format!("state.text !== {before}"));
        // The keyboard stays where it was.
        browser.until("document.activeElement.dataset.step === '1'");
    });
}

#[test]
fn a_list_is_dropped_and_a_hostile_one_does_nothing() {
    on_the_page("en-US", |browser, _| {
        let army = "army = \"<img src=x onerror=alert(1)>\"\nsystem = \"epic-armageddon\"\n[units.gun]\nname = \"<script>bad()</script>\"\n\
            type = \"infantry\"\nspeed = 15\ncc = \"4+\"\nff = \"4+\"\n[formations.'<b>guns']\ninitiative = \"1+\"\nunits = [{ unit = \"gun\", count = 3 }]\n";
        let drop = format!("drop([new File([{}], '<img src=x onerror=alert(2)>.toml')])", Json::from(army));
        browser.value(&drop);
        browser.until("document.querySelector('#forces')?.textContent");
        browser.value("(() => { const find = document.querySelector('.mine [data-slot=attackers] [data-find]'); find.closest('details').open = true; find.value = 'guns';
            find.dispatchEvent(new Event('input', { bubbles: true })); })()");
        browser.until("document.querySelector('[data-slot=attackers] .found button')");
        browser.value("document.querySelector('[data-slot=attackers] .found button').click()");
        browser.until("state.text.includes('<b>guns')");
        is_text(browser);
    });
}

#[test]
fn a_roster_is_dropped_and_its_formation_fights() {
    on_the_page("en-US", |browser, _| {
        let roster = fs::read_to_string(root().join("tests/import/westmark.ros")).expect("a roster");
        browser.value(&format!("drop([new File([{}], 'westmark.ros')])", Json::from(roster)));
        browser.until("document.querySelector('#read li') && document.querySelector('.mine .found button')");
        let read = browser.value("document.querySelector('#read').innerText").to_string();
        assert!(read.contains("formation"), "{read}");
        let before = browser.value("state.text");
        browser.value("document.querySelector('.mine .found button').click()");
        browser.until(&format!("state.text !== {before} && document.querySelector('#head .big')"));
        // It is here the next time, too.
        assert_eq!(browser.value("store.get('lists', []).length"), json!(1));
    });
}

/// The page as one file, where it has been made: its address, or why it is not looked at.
pub fn one_file() -> Option<String> {
    let named = std::env::var_os("BATTLE_ODDS_WORKBENCH").map(PathBuf::from);
    let usual = [root(), downloads()].map(|folder| folder.join("workbench.html"));
    let Some(file) = named.into_iter().chain(usual).find(|file| file.exists()) else {
        eprintln!("SKIPPED: there is no workbench.html (src/workbench/make-page.sh makes it), so it is not opened");
        return None;
    };
    let size = fs::metadata(&file).expect("a file").len();
    assert!(size < 6_000_000, "{size} bytes");
    Some(format!("file://{}", file.display()))
}

#[test]
fn one_file_holds_everything() {
    let (Some(chromium), Some(address)) = (chromium(), one_file()) else { return };
    let _alone = ONE_BROWSER.lock().unwrap_or_else(PoisonError::into_inner);
    let mut browser = Browser::start(chromium, "en-US");
    browser.screen(380);
    let begun = Instant::now();
    browser.open(&address);
    browser.value(EXAMPLE);
    browser.until("document.querySelector('#head .big')");
    assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
    is_exact(&mut browser);
    browser.value("document.querySelector('[data-curve*=count]').click()");
    browser.until("document.querySelector('.slider:not([disabled])')");
    assert_eq!(browser.complaints, [""; 0]);
    let others: Vec<&String> = browser
        .asked
        .iter()
        .filter(|url| !["file:", "data:", "blob:"].iter().any(|own| url.starts_with(own)))
        .collect();
    assert!(others.is_empty(), "asked of others: {others:?}");
}

/// Nothing on the page came out of a name.
fn is_text(browser: &mut Browser) {
    let made = browser.value("document.querySelectorAll('#shell img, #shell script, #shell b').length");
    assert_eq!(made, json!(0));
}

#[test]
fn a_frenchman_reads_french() {
    on_the_page("fr-FR", |browser, _| {
        browser.value(EXAMPLE);
        browser.until("document.querySelector('#head .big')");
        let text = browser.value("document.body.innerText").to_string();
        let text = text.to_lowercase();
        for english in ["what happens", "the enemy", "compare to", "undo", "exact chance", "more of", "take it"] {
            assert!(!text.contains(english), "{english}: {text}");
        }
        assert_eq!(browser.value("document.documentElement.lang"), json!("fr"));
    });
}

#[test]
fn a_link_holds_the_battle() {
    on_the_page("en-US", |browser, address| {
        browser.value(EXAMPLE);
        let before = is_exact(browser);
        browser.value("deeds.link()");
        let link = browser.value("location.hash");
        let link = link.as_str().expect("a link");
        assert!(link.len() > 100 && link.len() < 4000, "{link}");
        browser.value("localStorage.clear()");
        browser.send("Page.navigate", json!({ "url": "about:blank" }));
        browser.open(&format!("{address}{link}"));
        assert!((is_exact(browser) - before).abs() < 1e-12);
    });
}

/// The first line of what the program answers to a request.
fn status(served: &Served, request: &str) -> String {
    let mut stream = TcpStream::connect(format!("127.0.0.1:{}", served.port())).expect("a connection");
    stream.write_all(request.as_bytes()).expect("sent");
    let mut answer = [0; 64];
    let read = stream.read(&mut answer).expect("an answer");
    String::from_utf8_lossy(&answer[..read]).lines().next().unwrap_or_default().to_owned()
}

#[test]
fn only_its_own_page_is_answered() {
    let served = Served::start(&[]);
    let path = served.address.splitn(4, '/').nth(3).expect("a path");
    let host = format!("127.0.0.1:{}", served.port());
    let get =
        |path: &str, heads: &str| status(&served, &format!("GET /{path} HTTP/1.1\r\n{heads}Connection: close\r\n\r\n"));
    assert!(get(path, &format!("Host: {host}\r\n")).contains("200"));
    assert!(get("", &format!("Host: {host}\r\n")).contains("403"), "without the token");
    assert!(get(path, "Host: evil.example\r\n").contains("403"), "by another name");
    assert!(
        get(path, &format!("Host: {host}\r\nOrigin: http://evil.example\r\n")).contains("403"),
        "from another page"
    );
    assert!(get(&format!("{path}../../etc/passwd"), &format!("Host: {host}\r\n")).contains("403"));
    let ask = format!("POST /{path}ask HTTP/1.1\r\nHost: {host}\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{{}}");
    assert!(status(&served, &ask).contains("405"), "without the token in its head");
}
