//! The program as a process: how soon it answers on a filled database, and how much memory it holds.
//! `cargo bench -p server --bench process`; about a minute, most of it filling.

use std::error::Error;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

#[path = "support/load.rs"]
#[expect(dead_code, reason = "only single requests are sent here")]
mod load;

type Outcome<T> = Result<T, Box<dyn Error>>;

const STARTS: usize = 7;
/// Longest wait for an answer or a filled database.
const PATIENCE: Duration = Duration::from_secs(300);
const CONDITIONS: &str = "/api/v1/resorts/kitzbuehel/conditions";

#[expect(clippy::print_stdout, reason = "a benchmark prints its result")]
#[expect(clippy::disallowed_methods, reason = "measuring time is what a benchmark is for")]
fn main() -> Outcome<()> {
    let folder = std::env::temp_dir().join(format!("bench-process-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let begun = Instant::now();
    let mut demo = Program::start(&folder, &["demo"])?;
    let resorts = demo.filled()?;
    println!("{resorts} resorts, filled by the simulator in {:.1} s", begun.elapsed().as_secs_f64());
    demo.report("after filling, simulator included")?;
    drop(demo);

    let mut seconds = Vec::new();
    for _ in 0..STARTS {
        let begun = Instant::now();
        let mut program = Program::start(&folder, &["--no-ingest=true", "serve"])?;
        program.wait(|address| load::once(address, CONDITIONS).is_ok_and(|(status, _)| status == 200))?;
        seconds.push(begun.elapsed().as_secs_f64());
        if seconds.len() == STARTS {
            // One round of rendering later: the former publication and the newer one were held at once.
            std::thread::sleep(Duration::from_secs(25));
            program.report("serving a filled database")?;
        }
    }
    seconds.sort_by(f64::total_cmp);
    println!(
        "start to first answer on a filled database: median {:.2} s, slowest {:.2} s of {STARTS} (goal: 1 s)",
        seconds[STARTS / 2],
        seconds[STARTS - 1]
    );
    std::fs::remove_dir_all(folder)?;
    Ok(())
}

struct Program {
    process: Child,
    address: SocketAddr,
}

impl Program {
    fn start(folder: &Path, arguments: &[&str]) -> Outcome<Self> {
        let address = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?;
        let process = Command::new(env!("CARGO_BIN_EXE_snow-conditions"))
            .arg("--data-dir")
            .arg(folder)
            .args(["--bind", &address.to_string()])
            .args(arguments)
            .stdout(Stdio::null())
            .stderr(std::fs::File::create(folder.join("log"))?)
            .spawn()?;
        Ok(Self { process, address })
    }

    #[expect(clippy::disallowed_methods, reason = "a process that never answers must not be waited for")]
    fn wait(&mut self, mut done: impl FnMut(SocketAddr) -> bool) -> Outcome<()> {
        let begun = Instant::now();
        while !done(self.address) {
            if begun.elapsed() > PATIENCE || self.process.try_wait()?.is_some() {
                return Err("the program does not get there; see its log in the folder".into());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        Ok(())
    }

    /// Waits until every resort has a forecast; how many there are.
    fn filled(&mut self) -> Outcome<f64> {
        let mut resorts = 0.0;
        self.wait(|address| {
            let Ok((200, text)) = load::once(address, "/metrics") else { return false };
            resorts = gauge(&text, "snow_resorts ").unwrap_or(0.0);
            std::thread::sleep(Duration::from_millis(200));
            resorts > 0.0 && gauge(&text, "snow_resorts_with_forecast ") == Some(resorts)
        })?;
        Ok(resorts)
    }

    #[expect(clippy::print_stdout, reason = "a benchmark prints its result")]
    fn report(&self, when: &str) -> Outcome<()> {
        let mib = |name| load::status_mib(self.process.id(), name);
        println!("resident {:.0} MiB, at most {:.0} MiB (goal: 150): {when}", mib("VmRSS")?, mib("VmHWM")?);
        Ok(())
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Asked to stop first, so that the database is closed as in service.
        let _ = Command::new("kill").arg(self.process.id().to_string()).status();
        let _ = self.process.wait();
    }
}

fn gauge(text: &str, name: &str) -> Option<f64> {
    text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok())
}
