//! `packaging`: makes the packages of a release from a program: an archive, a Debian package, a container image, a bill
//! of materials, and their signed checksums. `cargo xtask release` runs it.
#![expect(clippy::print_stdout, reason = "a command line tool prints")]

mod clients;
mod compile;
mod contents;
mod deb;
mod dependencies;
mod elf;
mod failure;
mod image;
mod notices;
mod pack;
mod release;
mod sbom;
mod sums;
mod tree;
mod twice;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;

use failure::{Result, write};
use pack::Options;
use release::{NAME, Release};
use tree::Effort;

/// Build the service's program as releases have it, and make its packages for this machine's architecture.
#[derive(Parser)]
#[command(name = "cargo xtask release")]
struct Arguments {
    /// Features of the program in addition to the default ones.
    #[arg(long, value_name = "LIST", hide = true)]
    features: String,
    /// The profile of cargo: `dist` takes long and makes the smallest and fastest program.
    #[arg(long, value_name = "NAME", default_value = "dist")]
    profile: String,
    /// Pack this program instead of building one.
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// Folder of the packages.
    #[arg(long, value_name = "FOLDER", default_value = "target/packages")]
    out: PathBuf,
    /// Secret key with which minisign signs the checksums.
    #[arg(long, value_name = "FILE", env = "SNOW_RELEASE_KEY")]
    key: Option<PathBuf>,
    /// Make the packages a second time and compare the bytes.
    #[arg(long, value_name = "STEP")]
    twice: Option<twice::Step>,
    /// Also build the client libraries for Python and TypeScript, which needs python3, npm and curl.
    #[arg(long)]
    clients: bool,
    /// Compress fast instead of well, for a check.
    #[arg(long)]
    fast: bool,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(Path::new("."));
    let release = Release::read(root)?;
    let effort = if arguments.fast { Effort::Least } else { Effort::Full };
    let options = Options { features: &arguments.features, profile: &arguments.profile, effort };
    let program = match &arguments.program {
        Some(program) => program.clone(),
        None => compile::run(&release, options.features, options.profile)?,
    };
    let mut packages = pack::run(&release, &program, options)?;
    if let Some(step) = arguments.twice {
        twice::check(&packages, &twice::run(step, &release, &program, options)?)?;
    }
    if arguments.clients {
        clients::add(&mut packages, &release, &program)?;
    }
    for (name, bytes) in packages.files() {
        write(&arguments.out.join(name), bytes)?;
        println!("{:>11}  {name}", bytes.len());
    }
    let sums = sums::lines(packages.files());
    write(&arguments.out.join(sums::FILE), sums.as_bytes())?;
    if let Some(key) = &arguments.key {
        sums::sign(&release, &arguments.out, key)?;
    } else {
        println!("not signed: --key names a key");
    }
    println!("packages of {NAME} {} are in {}", release.version, arguments.out.display());
    Ok(())
}
