//! The Debian package: program, unit, user, settings, manual, completions and texts. Nothing starts at the installation;
//! the maintainer scripts are in `deploy/debian`.

use std::io::Cursor;

use ar::{Builder, Header};
use md5::{Digest as _, Md5};

use crate::contents::Contents;
use crate::elf;
use crate::failure::{Failure, Result, read, read_text};
use crate::release::{NAME, Release};
use crate::sums;
use crate::tree::{Effort, Tree, gzip, zstd};

/// Files of the repository, and their places in the package.
const FILES: [(&str, &str); 4] = [
    ("deploy/debian/snow.toml", SETTINGS),
    ("deploy/debian/sysusers.conf", "usr/lib/sysusers.d/snow-conditions.conf"),
    ("deploy/debian/tmpfiles.conf", "usr/lib/tmpfiles.d/snow-conditions.conf"),
    ("deploy/debian/README.Debian", "usr/share/doc/snow-conditions/README.Debian"),
];
const UNIT: (&str, &str) =
    ("deploy/snow-conditions.service", "usr/lib/systemd/system/snow-conditions.service");
const PROXIES: [&str; 2] = ["nginx.conf", "Caddyfile"];
const SCRIPTS: [&str; 3] = ["postinst", "prerm", "postrm"];
const SETTINGS: &str = "etc/snow-conditions/snow.toml";

/// Folder of the program in the unit of the repository, and in the package.
const PROGRAMS: (&str, &str) = ("/usr/local/bin/", "/usr/bin/");

/// Returns the file name of the package.
pub(crate) fn name(release: &Release) -> String {
    format!("{NAME}_{}_{}.deb", release.version, release.target.architecture)
}

/// Returns the package.
pub(crate) fn write(release: &Release, contents: &Contents, effort: Effort) -> Result<Vec<u8>> {
    let data = data(release, contents)?;
    let mut control = Tree::default();
    control.file("control", control_file(release, contents, &data)?);
    control.file("conffiles", format!("/{SETTINGS}\n"));
    control.file("md5sums", md5sums(&data));
    for script in SCRIPTS {
        control.program(script, read(&release.root.join("deploy/debian").join(script))?);
    }
    let members = [
        ("debian-binary", b"2.0\n".to_vec()),
        ("control.tar.gz", gzip(&control.tar("./", release.time)?, Effort::Full)?),
        ("data.tar.zst", zstd(&data.tar("./", release.time)?, effort)?),
    ];
    let mut package = Builder::new(Vec::new());
    for (name, bytes) in members {
        let mut header = Header::new(name.as_bytes().to_vec(), bytes.len() as u64);
        header.set_mode(0o100_644);
        header.set_mtime(release.time);
        package.append(&header, Cursor::new(bytes))?;
    }
    Ok(package.into_inner()?)
}

/// Returns the files that are installed.
fn data(release: &Release, contents: &Contents) -> Result<Tree> {
    let mut data = Tree::default();
    contents.install(&mut data, "usr")?;
    for (path, place) in FILES {
        data.file(place, read(&release.root.join(path))?);
    }
    for proxy in PROXIES {
        let place = format!("usr/share/doc/{NAME}/{proxy}");
        data.file(&place, read(&release.root.join("deploy").join(proxy))?);
    }
    data.file(UNIT.1, unit(&read_text(&release.root.join(UNIT.0))?)?);
    Ok(data)
}

/// Returns the repository's unit with the package's path of the program.
fn unit(text: &str) -> Result<String> {
    if !text.contains(PROGRAMS.0) {
        return Err(Failure::Other(format!("{}: ExecStart does not begin with {}", UNIT.0, PROGRAMS.0)));
    }
    Ok(text.replace(PROGRAMS.0, PROGRAMS.1))
}

fn control_file(release: &Release, contents: &Contents, data: &Tree) -> Result<String> {
    let bytes: usize = data.files().map(|(_, bytes)| bytes.len()).sum();
    let glibc = elf::needs(&contents.program)?
        .glibc
        .map_or_else(String::new, |(major, minor)| format!("libc6 (>= {major}.{minor}), libgcc-s1, "));
    Ok(format!(
        "Package: {NAME}\n\
         Version: {}\n\
         Architecture: {}\n\
         Maintainer: snow-conditions maintainers <maintainers@snow.example.org>\n\
         Installed-Size: {}\n\
         Depends: {glibc}systemd | systemd-standalone-sysusers, systemd | systemd-standalone-tmpfiles\n\
         Recommends: ca-certificates, fonts-dejavu-core\n\
         Suggests: fonts-ipafont-gothic, postgresql, nginx | caddy\n\
         Section: net\n\
         Priority: optional\n\
         Description: snow conditions of ski resorts as an API, web pages and a tool connector\n \
         Serves forecasts, measured snow, roads, avalanche bulletins and past winters\n \
         of ski resorts. Every value has its source, time and confidence.\n \
         .\n \
         The service does not start until it is enabled; see README.Debian.\n",
        release.version,
        release.target.architecture,
        bytes.div_ceil(1024),
    ))
}

fn md5sums(data: &Tree) -> String {
    let files = data.files().filter(|(path, _)| !path.starts_with("etc/"));
    files.map(|(path, bytes)| format!("{}  {path}\n", sums::hex(&Md5::digest(bytes)))).collect()
}

#[cfg(test)]
mod tests {
    use super::{md5sums, unit};
    use crate::tree::Tree;

    #[test]
    fn unit_runs_the_program_of_the_package() {
        let text = "ExecStart=/usr/local/bin/snow-conditions serve\n";
        assert_eq!(unit(text).unwrap(), "ExecStart=/usr/bin/snow-conditions serve\n");
        assert!(unit("ExecStart=/opt/snow-conditions\n").is_err());
    }

    #[test]
    fn settings_are_without_checksums() {
        let mut data = Tree::default();
        data.file("etc/snow-conditions/snow.toml", *b"edited by its owner");
        data.file("usr/share/doc/a", *b"abc");
        assert_eq!(md5sums(&data), "900150983cd24fb0d6963f7d28e17f72  usr/share/doc/a\n");
    }
}
