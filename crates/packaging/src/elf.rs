//! Reads and completes an ELF program: the libraries that it needs, and the section with the list of its dependencies,
//! which scanners for vulnerabilities read (the format of cargo-auditable).

use std::io::{Read as _, Write as _};

use auditable_serde::VersionInfo;
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use object::build::elf::{Builder, Dynamic, Section, SectionData, VersionData};
use object::elf;

use crate::failure::{Failure, Result};

/// The section of the dependency list.
const LIST: &[u8] = b".dep-v0";

/// Maximum size of an uncompressed dependency list, in bytes.
const LIST_LIMIT: u64 = 8 << 20;

/// Requirements of a program at its start.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Needs {
    /// The path of the loader; `None` for a static program.
    pub(crate) loader: Option<String>,
    /// File names of libraries.
    pub(crate) libraries: Vec<String>,
    /// The oldest glibc with all symbols, such as (2, 34).
    pub(crate) glibc: Option<(u32, u32)>,
}

/// Returns whether the bytes are an ELF file.
pub(crate) fn is_elf(bytes: &[u8]) -> bool {
    bytes.starts_with(&elf::ELFMAG)
}

/// Returns what a program or library needs from the system.
pub(crate) fn needs(bytes: &[u8]) -> Result<Needs> {
    let file = open(bytes)?;
    let dynamic = file.dynamic_data().unwrap_or_default();
    let libraries = dynamic.iter().filter_map(|entry| match entry {
        Dynamic::String { tag: elf::DT_NEEDED, val } => {
            Some(String::from_utf8_lossy(val.as_slice()).into_owned())
        }
        _ => None,
    });
    let versions = file.versions.iter().filter_map(|version| match &version.data {
        VersionData::Need(need) => glibc_version(need.name.as_slice()),
        VersionData::Def(_) => None,
    });
    let loader = file.interp_data().map(|path| path.split(|byte| *byte == 0).next().unwrap_or_default());
    Ok(Needs {
        loader: loader.map(|path| String::from_utf8_lossy(path).into_owned()),
        libraries: libraries.collect(),
        glibc: versions.max(),
    })
}

/// Parses `GLIBC_2.34` and `GLIBC_2.2.5`.
fn glibc_version(name: &[u8]) -> Option<(u32, u32)> {
    let name = std::str::from_utf8(name).ok()?.strip_prefix("GLIBC_")?;
    let mut numbers = name.split('.').map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

/// Returns the program without symbols and with the list of its dependencies. A previous list is replaced.
pub(crate) fn with_list(bytes: &[u8], list: &VersionInfo) -> Result<Vec<u8>> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&serde_json::to_vec(list)?)?;
    let packed = packed.finish()?;
    let mut file = open(bytes)?;
    for section in &mut file.sections {
        section.delete = section.name.as_slice() == LIST || is_for_debuggers(section);
    }
    for symbol in &mut file.symbols {
        symbol.delete = true;
    }
    let section = file.sections.add();
    section.name = LIST.into();
    section.sh_type = elf::SHT_PROGBITS;
    section.sh_addralign = 1;
    section.data = SectionData::Data(packed.into());
    let mut written = Vec::new();
    file.write(&mut written).map_err(|error| Failure::Program(error.to_string()))?;
    Ok(written)
}

/// Returns whether a section is not loaded at the start and has symbols or debug information.
fn is_for_debuggers(section: &Section<'_>) -> bool {
    let is_symbols =
        matches!(section.data, SectionData::Symbol | SectionData::SymbolSectionIndex | SectionData::String);
    !section.is_alloc() && (is_symbols || section.name.as_slice().starts_with(b".debug"))
}

/// Reads the dependency list of a program.
pub(crate) fn list(bytes: &[u8]) -> Result<VersionInfo> {
    let missing = || Failure::Program("the list of its dependencies is missing".to_owned());
    let file = open(bytes)?;
    let section = file.sections.iter().find(|section| section.name.as_slice() == LIST).ok_or_else(missing)?;
    let SectionData::Data(packed) = &section.data else { return Err(missing()) };
    let mut text = Vec::new();
    ZlibDecoder::new(packed.as_slice()).take(LIST_LIMIT).read_to_end(&mut text)?;
    Ok(serde_json::from_slice(&text)?)
}

fn open(bytes: &[u8]) -> Result<Builder<'_>> {
    Builder::read(bytes).map_err(|error| Failure::Program(error.to_string()))
}

#[cfg(test)]
mod tests;
