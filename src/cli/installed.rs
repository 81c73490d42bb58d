//! `battle-odds completions` and `battle-odds man`: what belongs to an installed program.

use clap::{Args, Command};
use clap_complete::{Generator, Shell};
use clap_mangen::Man;

use super::ending::{Ending, Outcome};
use super::out::{out, unwritable};

/// Print what a shell needs to complete commands with the Tab key
#[derive(Args, Debug)]
pub struct Completions {
    /// Whose
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    /// Prints it for the commands.
    pub(super) fn run(&self, mut commands: Command) -> Outcome {
        commands.set_bin_name(commands.get_name().to_owned());
        commands.build();
        self.shell.try_generate(&commands, &mut out()).map_err(unwritable)?;
        Ok(Ending::Well)
    }
}

/// Print the manual page, for `man`
#[derive(Args, Debug)]
pub struct ManPage {}

impl ManPage {
    /// Prints it: the page of the program, with one section for each command.
    pub(super) fn run(&self, mut commands: Command) -> Outcome {
        commands.build();
        let mut pages = Man::new(commands.clone()).render(&mut out());
        for command in commands.get_subcommands() {
            pages = pages.and_then(|()| Man::new(command.clone()).render(&mut out()));
        }
        pages.map_err(unwritable)?;
        Ok(Ending::Well)
    }
}
