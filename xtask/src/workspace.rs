//! The location of the workspace, its files, its cargo and its programs.

use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use serde::Deserialize;
use serde::de::DeserializeOwned;

/// Returns the workspace's folder.
pub(crate) fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own).to_owned()
}

/// Returns the cargo that runs this tool.
pub(crate) fn cargo() -> Command {
    let mut command = command(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// Returns a command without the variables that describe this tool's own package to it. Build scripts would run again,
/// and with them the compiler, whenever a build by this tool follows one by hand.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    for (name, _) in env::vars_os() {
        let is_of_package =
            ["CARGO_MANIFEST_", "CARGO_PKG_"].iter().any(|prefix| name.to_string_lossy().starts_with(prefix));
        if is_of_package {
            command.env_remove(name);
        }
    }
    command
}

/// Returns a command's program and arguments, for a message.
pub(crate) fn shown(command: &Command) -> String {
    let words = [command.get_program()].into_iter().chain(command.get_args());
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}

/// Runs a command to its end; anything but success is an error.
pub(crate) fn succeed(command: &mut Command) -> Result<(), String> {
    match command.stdin(Stdio::null()).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{}: {status}", shown(command))),
        Err(error) => Err(format!("{}: {error}", shown(command))),
    }
}

/// Returns cargo's build folder: `CARGO_TARGET_DIR`, the configuration's folder, or `target`.
pub(crate) fn target() -> Result<PathBuf, String> {
    #[derive(Deserialize)]
    struct Metadata {
        target_directory: PathBuf,
    }
    Ok(metadata::<Metadata>()?.target_directory)
}

/// Returns cargo's metadata of the workspace, without external packages.
pub(crate) fn metadata<T: DeserializeOwned>() -> Result<T, String> {
    let failed = |error: &dyn Display| format!("cargo metadata: {error}");
    let output = cargo()
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .output()
        .map_err(|error| failed(&error))?;
    if !output.status.success() {
        return Err(failed(&String::from_utf8_lossy(&output.stderr)));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| failed(&error))
}

/// Runs a cargo command that builds, and returns the names and paths of the built programs.
pub(crate) fn built(command: &mut Command) -> Result<Vec<(String, PathBuf)>, String> {
    #[derive(Deserialize)]
    struct Message {
        executable: PathBuf,
        target: Target,
    }
    #[derive(Deserialize)]
    struct Target {
        name: String,
    }
    command.arg("--message-format=json-render-diagnostics").stdin(Stdio::null()).stderr(Stdio::inherit());
    let output = command.output().map_err(|error| format!("{}: {error}", shown(command)))?;
    if !output.status.success() {
        return Err(format!("{}: {}", shown(command), output.status));
    }
    let messages = String::from_utf8_lossy(&output.stdout);
    let built = messages.lines().filter_map(|line| serde_json::from_str::<Message>(line).ok());
    Ok(built.map(|message| (message.target.name, message.executable)).collect())
}

/// Returns the command that builds every program. Examples are among them, so that everything has the features of the
/// tests.
pub(crate) fn program_build() -> Command {
    let mut build = cargo();
    build.args(["build", "--workspace", "--bins", "--examples"]);
    build
}

/// Builds a package's program and runs it at the root.
pub(crate) fn run_package(package: &str, arguments: &[impl AsRef<OsStr>]) -> Result<(), String> {
    run_package_in(&root(), package, &[], arguments)
}

/// Builds a package's program, with arguments for the build, and runs it in the caller's folder, to which relative paths
/// among the arguments refer.
pub(crate) fn run_package_here(
    package: &str,
    build: &[&str],
    arguments: &[impl AsRef<OsStr>],
) -> Result<(), String> {
    let here = env::current_dir().map_err(|error| error.to_string())?;
    run_package_in(&here, package, build, arguments)
}

fn run_package_in(
    folder: &Path,
    package: &str,
    build: &[&str],
    arguments: &[impl AsRef<OsStr>],
) -> Result<(), String> {
    let mut command = cargo();
    command.args(["run", "--quiet", "--manifest-path"]).arg(root().join("Cargo.toml"));
    command.args(build).args(["--package", package, "--"]);
    succeed(command.args(arguments).current_dir(folder))
}

/// Features of the service that releases have in addition to the default ones. Continuous integration tests this list,
/// and releases are built with it.
const RELEASE_FEATURES: &str = "server/passkeys,server/previews";

/// Builds the program as releases have it and makes its packages. Paths among the arguments are the caller's.
pub(crate) fn release(arguments: &[OsString]) -> Result<(), String> {
    let features = ["--features".into(), RELEASE_FEATURES.into()];
    run_package_here("packaging", &[], &[&features, arguments].concat())
}

/// Scores sets of questions. Paths are relative to the caller's folder; output is below the root.
pub(crate) fn questions(arguments: &[OsString]) -> Result<(), String> {
    if arguments.iter().any(|argument| argument == "--learn") {
        let learn = ["run", "--release", "-p", "ask", "--features", "learning", "--example", "learn"];
        return succeed(cargo().args(learn).current_dir(root()));
    }
    let here = env::current_dir().map_err(|error| error.to_string())?;
    let is_option = |argument: &OsString| argument.to_string_lossy().starts_with("--");
    let arguments = arguments
        .iter()
        .map(|argument| if is_option(argument) { argument.into() } else { here.join(argument) });
    let run = ["run", "--quiet", "-p", "ask", "--example", "questions", "--"];
    succeed(cargo().args(run).args(arguments).current_dir(root()))
}

/// Compares the catalogue with an OpenSkiMap file.
pub(crate) fn agreement(file: &Path) -> Result<(), String> {
    let file = env::current_dir().map_err(|error| error.to_string())?.join(file);
    succeed(cargo().args(["run", "--quiet", "-p", "catalogue", "--example", "agreement", "--"]).arg(file))
}

/// Rebuilds the embedded table of airports from a register of OurAirports.
pub(crate) fn airports(file: &Path, dated: &str) -> Result<(), String> {
    let file = env::current_dir().map_err(|error| error.to_string())?.join(file);
    let run = ["run", "--quiet", "-p", "catalogue", "--example", "airports", "--"];
    succeed(cargo().args(run).arg(file).arg(dated))
}

/// Assigns resorts to avalanche warning regions, from a file of regions.
pub(crate) fn regions(file: &Path, on: &str, licence: &str) -> Result<(), String> {
    let file = env::current_dir().map_err(|error| error.to_string())?.join(file);
    let run = ["run", "--quiet", "-p", "world", "--example", "regions", "--"];
    succeed(cargo().args(run).arg(file).args([on, licence]))
}

/// A text file below the root, by its relative path.
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) text: String,
}

/// Returns all text files with a suffix below the root, sorted.
pub(crate) fn files(suffix: &str) -> Result<Vec<File>, String> {
    let root = root();
    let paths = paths()?.into_iter().filter(|path| path.ends_with(suffix));
    paths
        .map(|path| {
            let text = fs::read_to_string(root.join(&path)).map_err(|error| format!("{path}: {error}"))?;
            Ok(File { path, text })
        })
        .collect()
}

/// Returns the relative paths of all files below the root, sorted, without build results, installed packages and hidden folders.
pub(crate) fn paths() -> Result<Vec<String>, String> {
    let root = root();
    let mut folders = vec![root.clone()];
    let mut paths = Vec::new();
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for entry in entries {
            let path = entry.map_err(|error| error.to_string())?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if name.starts_with('.') || matches!(&*name, "target" | "node_modules") {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else {
                let relative = path.strip_prefix(&root).unwrap_or(&path);
                paths.push(relative.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    paths.sort();
    Ok(paths)
}
