//! URLs with internal targets: literals of every special range, spellings that some parser folds into them, and ports
//! of other services.

use std::net::{IpAddr, Ipv4Addr};

/// Addresses that are not public: the first, the last and a middle one of each special range, the forms that embed an
/// IPv4 address, and cloud endpoints.
pub(super) const INNER: &[&str] = &[
    "0.0.0.0",
    "0.0.0.1",
    "0.255.255.255",
    "10.0.0.0",
    "10.0.0.1",
    "10.255.255.255",
    "100.64.0.0",
    "100.100.100.200",
    "100.127.255.255",
    "127.0.0.0",
    "127.0.0.1",
    "127.0.0.53",
    "127.1.2.3",
    "127.255.255.255",
    "168.63.129.16",
    "169.254.0.0",
    "169.254.0.1",
    "169.254.169.254",
    "169.254.170.2",
    "169.254.255.255",
    "172.16.0.0",
    "172.17.0.1",
    "172.31.255.255",
    "192.0.0.0",
    "192.0.0.1",
    "192.0.0.192",
    "192.0.0.255",
    "192.0.2.0",
    "192.0.2.255",
    "192.31.196.1",
    "192.52.193.1",
    "192.88.99.1",
    "192.168.0.0",
    "192.168.0.1",
    "192.168.255.255",
    "192.175.48.1",
    "198.18.0.0",
    "198.19.255.255",
    "198.51.100.0",
    "198.51.100.255",
    "203.0.113.0",
    "203.0.113.255",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.0",
    "240.0.0.1",
    "255.255.255.254",
    "255.255.255.255",
    "::",
    "::1",
    "::2",
    "::7f00:1",
    "::ffff:7f00:1",
    "::ffff:a00:1",
    "::ffff:a9fe:a9fe",
    "::ffff:808:808",
    "::ffff:0:7f00:1",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b::808:808",
    "64:ff9b:1::7f00:1",
    "100::1",
    "100:0:0:1::1",
    "2001::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2001:2::1",
    "2001:10::1",
    "2001:20::1",
    "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:db8::1",
    "2002::1",
    "2002:7f00:1::",
    "2002:a9fe:a9fe::1",
    "2620:4f:8000::1",
    "3ffe::1",
    "3fff::1",
    "2600::5efe:7f00:1",
    "2600::200:5efe:7f00:1",
    "4000::1",
    "5f00::1",
    "8000::1",
    "fc00::1",
    "fd00::1",
    "fd00:ec2::254",
    "fdff:ffff::1",
    "fe80::1",
    "fe80::5efe:7f00:1",
    "fec0::1",
    "febf::1",
    "ff02::1",
    "ff05::2",
    "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
];

/// Spellings; `PORT` is the port of this machine's listener.
const SPELT: &[&str] = &[
    "https://127.1:PORT/",
    "https://2130706433:PORT/",
    "https://0177.0.0.1:PORT/",
    "https://0x7f.1:PORT/",
    "https://0x7f000001:PORT/",
    "https://017700000001:PORT/",
    "https://127.0.0.1.:PORT/",
    "https://１２７.0.0.1:PORT/",
    "https://127。0。0。1:PORT/",
    "https://①②⑦.0.0.1:PORT/",
    "https://0:PORT/",
    "https://[::1]:PORT/",
    "https://[0:0:0:0:0:0:0:1]:PORT/",
    "https://[::127.0.0.1]:PORT/",
    "https://[::ffff:127.0.0.1]:PORT/",
    "https://[::ffff:7f00:1]:PORT/",
    "https://[fe80::1%25lo]:PORT/",
    "https://localhost:PORT/",
    "https://LOCALHOST:PORT/",
    "https://localhost.:PORT/",
    "https://a.localhost:PORT/",
    "https://localhost.localdomain.internal:PORT/",
    "https://ⓛocalhost:PORT/",
    "https://metadata.google.internal:PORT/",
    "https://a@127.0.0.1:PORT/",
    "https://example.com@127.0.0.1:PORT/",
    "https://127.0.0.1:PORT@example.com/",
    "https://example.com:80@127.0.0.1:PORT/",
    "https://127.0.0.1:PORT#@example.com/",
    "https://example.com\\@127.0.0.1:PORT/",
    "https:\\\\127.0.0.1:PORT/",
    "https:127.0.0.1:PORT/",
    "https:/127.0.0.1:PORT/",
    "https:///127.0.0.1:PORT/",
    "https://127.0.0.1\t:PORT/",
    " https://127.0.0.1:PORT/",
    "https://127.0.0.1:PORT\r\nHost: example.com/",
    "https://%31%32%37.0.0.1:PORT/",
    "https://127.0.0.1%00:PORT/",
    "http://127.0.0.1:PORT/",
    "ftp://127.0.0.1:PORT/",
    "gopher://127.0.0.1:PORT/_x",
    "file:///etc/passwd",
    "dict://127.0.0.1:PORT/",
    "ws://127.0.0.1:PORT/",
    "unix:/run/docker.sock",
    "data:text/plain,x",
    "https://[127.0.0.1]:PORT/",
    "https://[example.com]:PORT/",
    "https://127.0.0.1:PORT.example.com/",
];

/// Addresses written in every possible way: loopback, private networks, carriers', cloud metadata, benchmarks, and the
/// unspecified address.
const RESPELT: [[u8; 4]; 8] = [
    [127, 0, 0, 1],
    [10, 0, 0, 1],
    [100, 64, 0, 1],
    [169, 254, 169, 254],
    [172, 16, 0, 1],
    [192, 168, 0, 1],
    [198, 18, 0, 1],
    [0, 0, 0, 0],
];

/// Ports of other services, or reserved ones.
const PORTS: [u16; 12] = [0, 22, 23, 25, 53, 80, 445, 3306, 5432, 6379, 9200, 11_211];

/// Returns every URL that is rejected by its text only.
pub(super) fn by_text(port: u16) -> Vec<String> {
    let literal = |text: &&str| match text.parse().unwrap() {
        IpAddr::V4(address) => format!("https://{address}:{port}/"),
        IpAddr::V6(address) => format!("https://[{address}]:{port}/"),
    };
    let spelt = SPELT.iter().map(|text| text.replace("PORT", &port.to_string()));
    let respelt = RESPELT.iter().flat_map(|bytes| spellings(Ipv4Addr::from(*bytes)));
    let respelt = respelt.map(|host| format!("https://{host}:{port}/"));
    let ports = PORTS.iter().map(|port| format!("https://8.8.8.8:{port}/"));
    INNER.iter().map(literal).chain(spelt).chain(respelt).chain(ports).collect()
}

/// Returns an IPv4 address in all forms that some parser accepts as a host or that embed it.
fn spellings(address: Ipv4Addr) -> Vec<String> {
    let ([a, b, c, d], bits) = (address.octets(), address.to_bits());
    let (high, low) = (bits >> 16, bits & 0xffff);
    let wide = |text: String| text.chars().map(full_width).collect::<String>();
    vec![
        format!("{bits}"),
        format!("{bits:#x}"),
        format!("0x{bits:08X}"),
        format!("0{bits:o}"),
        format!("{a:#x}.{b:#x}.{c:#x}.{d:#x}"),
        format!("0{a:o}.0{b:o}.0{c:o}.0{d:o}"),
        format!("000{a:o}.00{b:o}.0{c:o}.{d}"),
        format!("{a:#x}.{b}.0{c:o}.{d}"),
        format!("{a}.{b}.{low}"),
        format!("{a}.{}", bits & 0x00ff_ffff),
        format!("{address}."),
        wide(address.to_string()),
        address.to_string().replace('.', "\u{3002}"),
        address.to_string().replace('.', "%2e"),
        format!("[::ffff:{address}]"),
        format!("[::ffff:{high:x}:{low:x}]"),
        format!("[0000:0000:0000:0000:0000:FFFF:{high:04X}:{low:04X}]"),
        format!("[::{address}]"),
        format!("[::ffff:0:{address}]"),
        format!("[64:ff9b::{address}]"),
        format!("[64:ff9b:1::{address}]"),
        format!("[2002:{high:x}:{low:x}::1]"),
        format!("[2001:0:4136:e378:8000:63bf:{:x}:{:x}]", !high & 0xffff, !low & 0xffff),
        format!("[2600::5efe:{address}]"),
        format!("[fe80::{high:x}:{low:x}%25lo]"),
        format!("user:word@{address}"),
    ]
}

/// Returns the full-width form of a character, which name normalisation folds.
fn full_width(sign: char) -> char {
    sign.to_digit(10).and_then(|digit| char::from_u32(0xff10 + digit)).unwrap_or(sign)
}
