//! The French guides are as complete as the English ones: the same headings, commands, files, figures and links.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::readme::{anchor, blocks, folders};

/// The English and the French page of a folder.
struct Guide {
    folder: PathBuf,
    english: String,
    french: String,
}

fn guides() -> Vec<Guide> {
    let read = |folder: &Path, page: &str| {
        fs::read_to_string(folder.join(page)).unwrap_or_else(|_| panic!("{}: no {page}", folder.display()))
    };
    let of =
        |folder: PathBuf| Guide { english: read(&folder, "README.md"), french: read(&folder, "README.fr.md"), folder };
    folders().into_iter().map(of).collect()
}

/// What is the same in both pages, page by page.
fn are_equal<T: PartialEq + std::fmt::Debug>(what: &str, of: impl Fn(&str) -> Vec<T>) {
    for Guide { folder, english, french } in guides() {
        let (english, french) = (of(&english), of(&french));
        for (nth, (english, french)) in english.iter().zip(&french).enumerate() {
            assert!(english == french, "{}: {what} {nth}:\n{english:#?}\n{french:#?}", folder.display());
        }
        assert_eq!(english.len(), french.len(), "{}: {what}", folder.display());
    }
}

/// The page without its blocks of code.
fn prose(page: &str) -> String {
    page.split("\n```").step_by(2).map(|part| part.to_owned() + "\n").collect()
}

fn headings(page: &str) -> Vec<String> {
    prose(page).lines().filter(|line| line.starts_with('#')).map(str::to_owned).collect()
}

#[test]
fn each_leads_to_the_other() {
    for Guide { folder, english, french } in guides() {
        for (page, link) in [(english, "[En français](README.fr.md)"), (french, "[In English](README.md)")] {
            assert_eq!(page.lines().nth(2), Some(link), "{}", folder.display());
        }
    }
}

#[test]
fn they_have_the_same_headings() {
    let level = |heading: &String| heading.chars().take_while(|sign| *sign == '#').count();
    are_equal("heading", |page| headings(page).iter().map(level).collect());
}

/// A link without its language: its file, and the number of its heading there.
fn place(folder: &Path, link: &str) -> String {
    let (file, heading) = link.split_once('#').unwrap_or((link, ""));
    let own = if file.is_empty() { "README.md" } else { file };
    if heading.is_empty() {
        return own.replace(".fr.md", ".md");
    }
    let page = fs::read_to_string(folder.join(own)).expect("a page");
    let is_it = |line: &String| anchor(line.trim_start_matches('#').trim()) == heading;
    let number = headings(&page).iter().position(is_it).expect("a heading");
    format!("{} {number}", own.replace(".fr.md", ".md"))
}

#[test]
fn they_lead_to_the_same_places() {
    for Guide { folder, english, french } in guides() {
        let places = |page: &str, french: bool| -> Vec<String> {
            let links = prose(page)
                .split("](")
                .skip(1)
                .map(|rest| rest.split(')').next().unwrap_or_default().to_owned())
                .collect::<Vec<_>>();
            let inside = links.iter().filter(|link| !link.starts_with("http")).skip(1);
            let mut places: Vec<String> = inside
                .map(|link| {
                    let page = link.split('#').next().unwrap_or_default();
                    assert!(
                        !page.ends_with(".md") || page.ends_with(".fr.md") == french,
                        "{}: {link}",
                        folder.display()
                    );
                    let own = if french && page.is_empty() { format!("README.fr.md{link}") } else { link.clone() };
                    place(&folder, &own)
                })
                .collect();
            places.sort();
            places
        };
        assert_eq!(places(&english, false), places(&french, true), "{}", folder.display());
    }
}

/// A file or commands without what they say to the reader.
fn without_comments(code: &str) -> String {
    code.lines()
        .filter_map(|line| line.split("# ").next())
        .map(str::trim_end)
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn they_show_the_same_files_and_commands() {
    for language in ["sh", "toml", "yaml"] {
        are_equal(language, |page| {
            blocks(page, language).into_iter().map(|(_, code)| without_comments(code)).collect()
        });
    }
    are_equal("command", |page| {
        let is_command = |line: &&str| line.starts_with('`') && line.ends_with('`') && line.matches('`').count() == 2;
        prose(page).lines().filter(is_command).map(str::to_owned).collect::<Vec<String>>()
    });
}

/// The numbers that the outputs in a page show, with a point before their decimals and nothing between their thousands.
fn figures(page: &str) -> Vec<(String, BTreeSet<String>)> {
    let is_french = page.contains("[In English]");
    let plain = |text: &str| {
        if is_french {
            text.replace('\u{202f}', "").replace(", ", " ").replace(',', ".")
        } else {
            text.replace(',', "")
        }
    };
    let numbers = |text: &str| -> BTreeSet<String> {
        let text = plain(text);
        let parts = text.split(|letter: char| !letter.is_ascii_digit() && letter != '.');
        parts.map(|part| part.trim_matches('.').to_owned()).filter(|part| !part.is_empty()).collect()
    };
    let command = |line: &str| if line.starts_with('`') { line.to_owned() } else { String::new() };
    blocks(page, "text").into_iter().map(|(line, text)| (command(line), numbers(text))).collect()
}

/// What commands print is compared with the pages where they are quick; here, the figures of all of them.
#[test]
fn they_show_the_same_figures() {
    are_equal("output", figures);
}

/// Words of no file and no command line: what the reader puts something of his own for, in his language, and values.
const OTHERS: [&str; 9] = ["unit", "metric", "formation", "name", "mesure", "or", "ou", "true", "false"];

/// All keys, options and words of files in a page.
fn names(page: &str) -> BTreeSet<String> {
    let spans = prose(page);
    let spans = spans.split('`').skip(1).step_by(2);
    let words = spans.flat_map(|span| span.split(|letter: char| !letter.is_alphanumeric() && !"-_".contains(letter)));
    let is_name = |word: &&str| word.chars().all(|letter| letter.is_ascii_lowercase() || "-_".contains(letter));
    words.filter(is_name).filter(|word| word.len() > 1 && !OTHERS.contains(word)).map(str::to_owned).collect()
}

#[test]
fn they_name_the_same_keys_and_options() {
    for Guide { folder, english, french } in guides() {
        let (english, french) = (names(&english), names(&french));
        let others: Vec<&String> = english.symmetric_difference(&french).collect();
        assert!(others.is_empty(), "{}: in one language only: {others:?}", folder.display());
    }
}
