//! The job array of results/README.md on a real Slurm: one node on the loopback, with settings, keys and daemons of its own
//! in a temporary folder, started and stopped here. Without Slurm it is skipped, and says so.
#![cfg(target_os = "linux")]

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::shards::{assert_whole, path_with_program, printed, recipe, storm};

/// How long the daemons may take to start, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A job asks for 16 processors: there are as many as eight of them need, as far as Slurm knows.
const PROCESSORS: usize = 8 * 16;

/// A program with the folder of Slurm's own daemons on its path.
fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.env("PATH", format!("{}:/usr/sbin:/sbin", path_with_program()));
    command
}

/// Whether there is such a program; without settings, some do not even tell their version.
fn is_installed(program: &str) -> bool {
    command(program).arg(if program == "munged" { "--version" } else { "-V" }).output().is_ok()
}

/// What a program prints, whether it fails or not.
fn output(command: &mut Command) -> (bool, String) {
    let output = command.output().unwrap();
    (
        output.status.success(),
        [output.stdout, output.stderr].map(|said| String::from_utf8_lossy(&said).into_owned()).concat(),
    )
}

/// A cluster of one node.
struct Cluster<'a> {
    folder: &'a Path,
    daemons: Vec<Child>,
}

impl Cluster<'_> {
    /// Starts one whose files are all in this folder.
    fn start(folder: &Path) -> Cluster<'_> {
        ["state", "spool"].into_iter().for_each(|part| fs::create_dir_all(folder.join(part)).unwrap());
        fs::write(folder.join("slurm.conf"), settings(folder)).unwrap();
        let key: Vec<u8> = (0..1024u32).map(|place| (place * 167 % 251) as u8).collect();
        fs::write(folder.join("munge.key"), key).unwrap();
        fs::set_permissions(folder.join("munge.key"), fs::Permissions::from_mode(0o600)).unwrap();
        let mut cluster = Cluster { folder, daemons: Vec::new() };
        let place = |option: &str, file: &str| format!("--{option}={}", folder.join(file).display());
        let munged = [
            "--foreground".to_owned(),
            "--force".to_owned(),
            place("key-file", "munge.key"),
            place("socket", "munge.socket"),
            place("pid-file", "munge.pid"),
            place("seed-file", "munge.seed"),
            place("log-file", "munge.log"),
        ];
        cluster.begin(command("munged").args(munged));
        cluster.wait("a socket of munge", || folder.join("munge.socket").exists());
        cluster.begin(command("slurmctld").args(["-D", "-c", "-f"]).arg(folder.join("slurm.conf")));
        cluster.begin(command("slurmd").args(["-D", "-f"]).arg(folder.join("slurm.conf")));
        let is_idle = || output(cluster.client("sinfo").args(["--noheader", "--format=%T"])).1.trim() == "idle";
        cluster.wait("an idle node", is_idle);
        cluster
    }

    fn begin(&mut self, daemon: &mut Command) {
        self.daemons.push(daemon.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
    }

    fn wait(&self, what: &str, is_there: impl Fn() -> bool) {
        let begun = Instant::now();
        while !is_there() {
            assert!(begun.elapsed() < PATIENCE, "there is not {what}:\n{}", self.logs());
            sleep(Duration::from_millis(50));
        }
    }

    /// A program that talks to it.
    fn client(&self, program: &str) -> Command {
        let mut command = command(program);
        command.env("SLURM_CONF", self.folder.join("slurm.conf"));
        command
    }

    fn logs(&self) -> String {
        let read = |log| fs::read_to_string(self.folder.join(log)).unwrap_or_default();
        ["munge.log", "slurmctld.log", "slurmd.log"].map(read).concat()
    }
}

/// All daemons end with the test, the last first.
impl Drop for Cluster<'_> {
    fn drop(&mut self) {
        for daemon in self.daemons.iter_mut().rev() {
            let _ = Command::new("kill").arg(daemon.id().to_string()).status();
            let begun = Instant::now();
            while daemon.try_wait().is_ok_and(|ended| ended.is_none()) {
                if begun.elapsed() > Duration::from_secs(5) {
                    let _ = daemon.kill();
                }
                sleep(Duration::from_millis(20));
            }
        }
    }
}

/// Two ports that nobody listens at.
fn ports() -> [u16; 2] {
    let listeners = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
    listeners.map(|listener| listener.local_addr().unwrap().port())
}

/// The settings of a cluster with all of its files in this folder.
fn settings(folder: &Path) -> String {
    let said = |program: &mut Command| output(program).1.trim().to_owned();
    let (host, user) = (said(Command::new("uname").arg("-n")), said(Command::new("id").arg("-un")));
    let host = host.split('.').next().unwrap();
    let ([port, port_of_node], folder) = (ports(), folder.display());
    format!(
        "ClusterName=battle-odds
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmdPort={port_of_node}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
SlurmUser={user}
SlurmdUser={user}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
SlurmdParameters=config_overrides
NodeName={host} NodeAddr=127.0.0.1 CPUs={PROCESSORS}
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
"
    )
}

#[test]
fn the_job_array_works_on_a_real_slurm_where_it_is_installed() {
    if !["sbatch", "sinfo", "munged", "slurmctld", "slurmd"].into_iter().all(is_installed) {
        eprintln!("SKIPPED: there is no Slurm here, so no job array is run (Debian: apt-get install slurm-wlm)");
        return;
    }
    let (folder, of_cluster) = (storm(), tempfile::tempdir().unwrap());
    let script = recipe("#SBATCH").replace("100_000_000", "25_000");
    fs::write(folder.path().join("array.sh"), &script).unwrap();
    let cluster = Cluster::start(of_cluster.path());
    let mut submit = cluster.client("sbatch");
    let (is_well, said) = output(submit.current_dir(folder.path()).arg("array.sh"));
    assert!(is_well, "{script}{said}\n{}", cluster.logs());
    cluster.wait("an end of all jobs", || {
        let (is_well, waiting) = output(cluster.client("squeue").arg("--noheader"));
        is_well && waiting.is_empty()
    });
    // What its jobs say goes into files: they say nothing.
    let printed_by = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
    let printed_by = printed_by.filter(|path| path.extension().is_some_and(|of| of == "out"));
    let told: Vec<String> = printed_by.map(|path| fs::read_to_string(path).unwrap()).collect();
    assert!(told.len() == 8 && told.concat().is_empty(), "{script}{told:?}\n{}", cluster.logs());
    drop(cluster);
    printed(folder.path(), "merge shards --quiet");
    assert_whole(folder.path());
}
