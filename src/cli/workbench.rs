//! `battle-odds workbench`: a page on which a battle is put together, answered by this program.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::batch::Batch;
use super::ending::{Ending, Failure, Outcome};
use super::out::print;
use super::problems::{Problems, say};
use super::server::Server;
use crate::scenario::{Armies, Disk, Files, Loaded, Problem, Source, read};
use crate::systems::load_of_batch;
use crate::workbench::{Way, packed};

/// Put a battle together on a page in your browser, and see the odds while you do
#[derive(Args, Debug)]
pub struct Workbench {
    /// Battles to choose from; a single one is on the page at once
    #[arg(value_name = "FILE|FOLDER")]
    paths: Vec<PathBuf>,

    /// The port of the page on this computer [default: a free one]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    port: u16,

    /// Do not open the browser
    #[arg(long)]
    no_open: bool,

    /// Write the page as one file that needs no program instead of serving it; see src/workbench/make-page.sh
    #[arg(long, value_name = "PAGE", requires = "program", hide = true)]
    write: Option<PathBuf>,

    /// The program for that page: WebAssembly, zipped with gzip
    #[arg(long, value_name = "FILE", requires = "write", hide = true)]
    program: Option<PathBuf>,
}

impl Workbench {
    /// Serves the page until it is stopped.
    pub(super) fn run(&self) -> Outcome {
        if let Some((page, program)) = self.write.as_ref().zip(self.program.as_ref()) {
            let unreadable =
                |error: std::io::Error| Problem::new(text!("{file}: {error}", file = program.display(), error));
            let bytes = std::fs::read(program).map_err(unreadable)?;
            std::fs::write(page, crate::workbench::page(Way::Alone(&bytes))).map_err(Failure::writing(page))?;
            return Ok(Ending::Well);
        }
        let mut problems = Problems::default();
        let batch = Batch::find(&self.paths, &mut problems);
        let armies = Armies::of(Arc::new(Disk));
        let battles: Vec<[String; 3]> = batch.files.iter().filter_map(|file| battle(file, &armies)).collect();
        let refused = |error: std::io::Error| {
            let problem = Problem::new(text!("the page cannot be served: {error}", error));
            Failure::from(problem.help(text!("choose another --port, or leave it out")))
        };
        let server = Server::listen(self.port, &battles).map_err(refused)?;
        let address = server.address();
        print(&format!("{address}\n"))?;
        if !self.no_open && open::that_detached(&address).is_err() {
            say(text!("open this address in your browser"));
        }
        say(text!("only this computer can see the page; it ends with this window, or by Ctrl-C"));
        server.serve();
        Ok(Ending::Well)
    }
}

/// The folder, the title and the text of a battle, which needs no other file any more; nothing of what is no battle.
fn battle(file: &Path, armies: &Armies) -> Option<[String; 3]> {
    let Ok(Loaded::Scenarios(scenarios, _)) = load_of_batch(file, &[], armies) else { return None };
    let scenario = scenarios.first()?;
    let title = if scenario.title.is_empty() { &scenario.name } else { &scenario.title };
    let source = read(file).ok()?;
    let folder = file.parent().unwrap_or(Path::new("")).to_owned();
    let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let text = packed(&source.text, Arc::new(Beside { folder })).ok()?;
    Some([name, title.clone(), text])
}

/// The files beside a battle.
#[derive(Debug)]
struct Beside {
    folder: PathBuf,
}

impl Files for Beside {
    fn source(&self, path: &Path) -> Result<Arc<Source>, Problem> {
        Disk.source(&self.folder.join(path))
    }

    fn true_path(&self, path: &Path) -> Option<PathBuf> {
        Disk.true_path(&self.folder.join(path))
    }
}
