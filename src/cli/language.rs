//! Which language is used, and clap's own words in it.

use std::env;
use std::ffi::OsString;

use clap::builder::{PossibleValue, Resettable, StyledStr};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command, Error};

use crate::words::{Language, is_english, shown};

/// The environment variable that replaces the option.
pub const VARIABLE: &str = "BATTLE_ODDS_LANG";

/// The chosen language: by `--lang`, otherwise by the variable, otherwise by the settings of the system.
pub fn asked_for(arguments: &[OsString]) -> Language {
    let words: Vec<_> = arguments.iter().map(|argument| argument.to_string_lossy()).collect();
    let option = words.iter().enumerate().find_map(|(index, word)| match word.strip_prefix("--lang") {
        Some("") => words.get(index + 1).map(|name| name.clone().into_owned()),
        Some(value) => value.strip_prefix('=').map(str::to_owned),
        None => None,
    });
    let named = option.or_else(|| env::var(VARIABLE).ok()).and_then(|name| language_of(&name));
    let system = || language_of(&sys_locale::get_locale()?);
    named.or_else(system).unwrap_or(Language::English)
}

/// The language of a name such as `fr`, `fr-CA` or `fr_FR.UTF-8`, if there is a translation.
pub fn language_of(name: &str) -> Option<Language> {
    let language = name.split(|letter: char| !letter.is_alphabetic()).next().unwrap_or_default();
    let is = |names: [&str; 2]| names.iter().any(|name| language.eq_ignore_ascii_case(name));
    match () {
        () if is(["fr", "french"]) => Some(Language::French),
        () if is(["en", "english"]) => Some(Language::English),
        () => None,
    }
}

/// The commands with their help in the chosen language.
pub fn translated(command: Command) -> Command {
    if is_english() { command } else { in_french(command, true) }
}

fn in_french(mut command: Command, is_first: bool) -> Command {
    let template = template(command.has_subcommands());
    command = command
        .disable_help_flag(true)
        .disable_help_subcommand(true)
        .arg(Arg::new("help").short('h').long("help").action(ArgAction::Help).help(text!("Print help")))
        .help_template(template)
        .subcommand_value_name(text!("COMMAND"));
    if is_first {
        command = command.disable_version_flag(true).arg(
            Arg::new("version").short('V').long("version").action(ArgAction::Version).help(text!("Print version")),
        );
    }
    let [about, long, after] = [command.get_about(), command.get_long_about(), command.get_after_help()]
        .map(|text| Resettable::from(text.map(|text| StyledStr::from(said(text)))));
    command = command.about(about).long_about(long).after_help(after);
    command = command.mut_args(|argument| {
        let (help, long) = (argument.get_help().map(said), argument.get_long_help().map(said));
        let more = values_of(&argument);
        let with = |help: Option<String>| Resettable::from(help.map(|help| StyledStr::from(help + &more)));
        let argument = match argument.get_action().takes_values() {
            true => argument.hide_default_value(true).hide_possible_values(true),
            false => argument,
        };
        argument.help(with(help)).long_help(with(long))
    });
    let names: Vec<String> = command.get_subcommands().map(|one| one.get_name().to_owned()).collect();
    names.into_iter().fold(command, |command, name| command.mut_subcommand(name, |one| in_french(one, false)))
}

/// One of clap's texts in the chosen language.
fn said(text: &StyledStr) -> String {
    shown(&text.to_string()).into_owned()
}

/// The values and default of an option, which clap prints only in English.
fn values_of(argument: &Arg) -> String {
    let mut more = String::new();
    if !argument.get_action().takes_values() {
        return more;
    }
    let possible = argument.get_possible_values();
    if !possible.is_empty() && !argument.is_hide_possible_values_set() {
        let value = |value: &PossibleValue| match value.get_help() {
            Some(help) => text!("{name}: {what}", name = value.get_name(), what = said(help)),
            None => value.get_name().to_owned(),
        };
        let has_help = possible.iter().any(|value| value.get_help().is_some());
        let values: Vec<String> = possible.iter().map(value).collect();
        more += &text!(" [possible values: {values}]", values = values.join(if has_help { "; " } else { ", " }));
    }
    let usual: Vec<_> = argument.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    if !usual.is_empty() && !argument.is_hide_default_value_set() {
        more += &text!(" [default: {value}]", value = usual.join(" "));
    }
    more
}

fn template(has_commands: bool) -> String {
    let (usage, arguments, options) = (text!("Usage:"), text!("Arguments:"), text!("Options:"));
    if has_commands {
        let commands = text!("Commands:");
        format!(
            "{{about-with-newline}}\n{usage} {{usage}}\n\n{commands}\n{{subcommands}}\n\n{options}\n{{options}}{{after-help}}\n"
        )
    } else {
        format!(
            "{{about-with-newline}}\n{usage} {{usage}}\n\n{arguments}\n{{positionals}}\n\n{options}\n{{options}}{{after-help}}\n"
        )
    }
}

/// The error of a command line, in the chosen language.
pub fn told(error: &Error) -> String {
    let one = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(", "),
        Some(ContextValue::Number(number)) => number.to_string(),
        _ => String::new(),
    };
    let (argument, value) = (one(ContextKind::InvalidArg), one(ContextKind::InvalidValue));
    let said = match error.kind() {
        ErrorKind::InvalidValue if value.is_empty() => text!("`{argument}` needs a value", argument),
        ErrorKind::InvalidValue => text!("`{value}` is no value of `{argument}`", value, argument),
        ErrorKind::ValueValidation => {
            let why = std::error::Error::source(error).map(ToString::to_string).unwrap_or_default();
            text!("`{value}` is no value of `{argument}`: {why}", value, argument, why)
        }
        ErrorKind::UnknownArgument => text!("there is no option `{argument}` here", argument),
        ErrorKind::InvalidSubcommand => {
            text!("there is no command `{command}`", command = one(ContextKind::InvalidSubcommand))
        }
        ErrorKind::ArgumentConflict => match one(ContextKind::PriorArg) {
            prior if prior == argument => text!("`{argument}` stands there more than once", argument),
            prior => text!("`{argument}` does not go with `{prior}`", argument, prior),
        },
        ErrorKind::MissingRequiredArgument => text!("this is missing: {argument}", argument),
        ErrorKind::TooManyValues => text!("`{value}` is one value too many for `{argument}`", value, argument),
        ErrorKind::InvalidUtf8 => text!("what is typed is no valid UTF-8"),
        _ => error.kind().to_string(),
    };
    let mut told = text!("error: {what}", what = said);
    let near =
        [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue].map(one).concat();
    if !near.is_empty() {
        told += &format!("\n = {}", text!("did you mean `{near}`?", near));
    }
    let values = [ContextKind::ValidValue, ContextKind::ValidSubcommand].map(one).concat();
    if !values.is_empty() {
        told += &format!("\n = {}", text!("possible values: {values}", values));
    }
    told + "\n = "
        + &text!("`battle-odds --help` lists the commands, `battle-odds COMMAND --help` the options of one")
        + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_that_of_the_name() {
        for name in ["fr", "FR", "fr-CA", "fr_FR.UTF-8", "french"] {
            assert_eq!(language_of(name), Some(Language::French), "{name}");
        }
        for name in ["en", "EN_us.UTF-8", "english"] {
            assert_eq!(language_of(name), Some(Language::English), "{name}");
        }
        for name in ["", "C", "POSIX", "de_DE.UTF-8", "frr", "fy-NL", "klingon"] {
            assert_eq!(language_of(name), None, "{name}");
        }
    }

    #[test]
    fn the_option_goes_before_all_else() {
        let asked = |words: &[&str]| asked_for(&words.iter().map(OsString::from).collect::<Vec<_>>());
        assert_eq!(asked(&["battle-odds", "--lang", "fr"]), Language::French);
        assert_eq!(asked(&["battle-odds", "run", "--lang=fr"]), Language::French);
        assert_eq!(asked(&["battle-odds", "--lang=en", "run"]), Language::English);
    }
}
