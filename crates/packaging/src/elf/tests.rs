use std::process::Command;

use auditable_serde::{DependencyKind, Package, Source, VersionInfo};

use super::{glibc_version, is_elf, list, needs, with_list};

fn example() -> VersionInfo {
    let package = |name: &str, dependencies, root| Package {
        name: name.to_owned(),
        version: semver::Version::new(1, 2, 3),
        source: Source::CratesIo,
        kind: DependencyKind::Runtime,
        dependencies,
        root,
    };
    VersionInfo {
        packages: vec![package("libc", Vec::new(), false), package("server", vec![0], true)],
        format: 1,
    }
}

/// Returns this test's own program.
fn own_program() -> Vec<u8> {
    std::fs::read(std::env::current_exe().unwrap()).unwrap()
}

#[test]
#[cfg(target_os = "linux")]
fn list_is_read_back_and_program_still_runs() {
    let once = with_list(&own_program(), &example()).unwrap();
    let twice = with_list(&once, &example()).unwrap();
    assert_eq!(once, twice, "adding the list again changes bytes");
    assert_eq!(list(&twice).unwrap(), example());
    let folder = std::env::temp_dir().join(format!("packaging-elf-{}", std::process::id()));
    let program = folder.join("program");
    crate::failure::write(&program, &twice).unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o700);
    std::fs::set_permissions(&program, mode).unwrap();
    let output = Command::new(&program).arg("--list").output().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("list_is_read_back_and_program_still_runs"));
}

#[test]
#[cfg(target_os = "linux")]
fn program_needs_glibc_and_its_loader() {
    let bytes = own_program();
    assert!(is_elf(&bytes));
    let needs = needs(&bytes).unwrap();
    assert!(needs.libraries.iter().any(|library| library == "libc.so.6"), "{needs:?}");
    assert!(needs.loader.is_some_and(|path| path.contains("/ld-linux")));
    assert!(needs.glibc > Some((2, 2)));
}

#[test]
#[cfg(target_os = "linux")]
fn program_without_list_is_an_error() {
    let error = list(&own_program()).unwrap_err();
    assert_eq!(error.to_string(), "cannot use the program: the list of its dependencies is missing");
}

#[test]
fn versions_of_glibc_are_compared_as_numbers() {
    let versions: [&[u8]; 4] = [b"GLIBC_2.4", b"GLIBC_2.34", b"GCC_3.0", b"GLIBC_2.2.5"];
    assert_eq!(versions.into_iter().filter_map(glibc_version).max(), Some((2, 34)));
    assert_eq!(glibc_version(b"GLIBC_PRIVATE"), None);
}
