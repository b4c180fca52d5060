//! `packaging`: makes the packages of a release from a program: an archive, a Debian package, a container image, a bill
//! of materials, and their signed checksums. `cargo xtask release` runs it.
#![expect(clippy::print_stdout, reason = "a command line tool prints")]

mod compare;
mod compile;
mod contents;
mod deb;
mod dependencies;
mod elf;
mod failure;
mod image;
mod notices;
mod release;
mod sbom;
mod sums;
mod tree;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::{Parser, ValueEnum};

use contents::Contents;
use dependencies::Components;
use failure::{Result, output, read_text, write};
use release::{NAME, Release};
use tree::{Effort, Tree};

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
    /// Secret key of minisign, without a password, to sign the checksums.
    #[arg(long, value_name = "FILE", env = "SNOW_RELEASE_KEY")]
    key: Option<PathBuf>,
    /// Make the packages a second time and compare the bytes.
    #[arg(long, value_name = "STEP")]
    twice: Option<Twice>,
    /// Compress fast instead of well, for a check.
    #[arg(long)]
    fast: bool,
}

/// The step that runs twice.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Twice {
    /// Pack the same program in another folder.
    Pack,
    /// Build and pack the committed sources in another folder.
    Build,
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
    let program = match &arguments.program {
        Some(program) => program.clone(),
        None => compile::run(&release, &arguments.features, &arguments.profile)?,
    };
    let packages = pack(&release, &program, &arguments.features, effort, true)?;
    if let Some(step) = arguments.twice {
        let second = second_run(step, &release, &program, arguments, effort)?;
        compare::check(&packages, &second)?;
    }
    for (name, bytes) in packages.files() {
        write(&arguments.out.join(name), bytes)?;
        println!("{:>11}  {name}", bytes.len());
    }
    let sums = sums::lines(packages.files());
    write(&arguments.out.join(sums::FILE), sums.as_bytes())?;
    if let Some(key) = &arguments.key {
        let signature = sums::sign(&release, &sums, &read_text(key)?)?;
        write(&arguments.out.join(format!("{}.minisig", sums::FILE)), signature.as_bytes())?;
    } else {
        println!("not signed: --key names a key");
    }
    println!("packages of {NAME} {} are in {}", release.version, arguments.out.display());
    Ok(())
}

/// Returns all packages of a program, by file name.
fn pack(
    release: &Release,
    program: &Path,
    features: &str,
    effort: Effort,
    reports: bool,
) -> Result<Tree> {
    let components = Components::read(release, features)?;
    let contents = Contents::read(program, release, &components)?;
    let name = format!("{NAME}-{}-{}", release.version, release.target.triple);
    let mut packages = Tree::default();
    packages.file(&format!("{name}.cdx.json"), sbom::write(release, &components, &contents.program)?);
    let mut archive = Tree::default();
    contents.install(&mut archive, &name)?;
    packages.file(&format!("{name}.tar.zst"), tree::zstd(&archive.tar("", release.time)?, effort)?);
    if release.target.is_linux() {
        let listed = elf::list(&contents.program)?.packages.len();
        packages.file(&deb::name(release), deb::write(release, &contents, effort)?);
        packages.file(&image::name(release), image::write(release, &contents, effort)?);
        if reports {
            println!("{:>11}  {NAME}, without symbols, with a list of {listed} crates", contents.program.len());
        }
    }
    if reports && !contents.missing().is_empty() {
        println!("not packed, the program does not write them: {}", contents.missing().join(", "));
    }
    Ok(packages)
}

/// Makes the packages again, in a folder with another name.
fn second_run(
    step: Twice,
    release: &Release,
    program: &Path,
    arguments: &Arguments,
    effort: Effort,
) -> Result<Tree> {
    let folder = release.root.join("target/second-run");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|source| failure::Failure::File { path: folder.clone(), source })?;
    }
    let second = match step {
        Twice::Pack => {
            let copy = folder.join("program");
            write(&copy, b"")?;
            fs::copy(program, &copy).map_err(|source| failure::Failure::File { path: copy.clone(), source })?;
            pack(release, &copy, &arguments.features, effort, false)
        }
        Twice::Build => {
            let release = checkout(release, &folder)?;
            let program = compile::run(&release, &arguments.features, &arguments.profile)?;
            pack(&release, &program, &arguments.features, effort, false)
        }
    }?;
    fs::remove_dir_all(&folder).map_err(|source| failure::Failure::File { path: folder.clone(), source })?;
    Ok(second)
}

/// Unpacks the committed sources into a folder.
fn checkout(release: &Release, folder: &Path) -> Result<Release> {
    let archive = output(Command::new("git").args(["archive", "HEAD"]).current_dir(&release.root))?;
    tar::Archive::new(archive.as_slice()).unpack(folder)?;
    Ok(Release { root: folder.to_owned(), ..release.clone() })
}
