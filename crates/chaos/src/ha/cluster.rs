//! PostgreSQL servers of a run: a primary and its standby on loopback, with real flushes, started and removed here.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use super::now;

const LOOK: Duration = Duration::from_millis(100);
const PATIENCE: Duration = Duration::from_secs(60);

/// Two servers, stopped and removed when dropped.
pub(crate) struct Pair {
    folder: PathBuf,
    /// The servers in the order of the host list.
    servers: [Server; 2],
    /// Index of the primary.
    primary: usize,
}

/// One server.
pub(crate) struct Server {
    bin: PathBuf,
    data: PathBuf,
    pub(crate) port: u16,
}

impl Pair {
    /// Starts a primary and a streaming standby; returns `None` without PostgreSQL's programs.
    pub(crate) fn new() -> Result<Option<Self>, String> {
        let Some(pair) = Self::first_only()? else { return Ok(None) };
        pair.rebuild(1, pair.servers[0].port)?;
        Ok(Some(pair))
    }

    /// Starts only the first server.
    pub(crate) fn first_only() -> Result<Option<Self>, String> {
        let Some(bin) = programs() else { return Ok(None) };
        let made = as_server("mktemp", ["-d", "-t", "snow-ha-XXXXXX"])?;
        let folder = PathBuf::from(String::from_utf8_lossy(&made.stdout).trim());
        let server = |name: &str| {
            Ok::<_, String>(Server { bin: bin.clone(), data: folder.join(name), port: free_port()? })
        };
        let pair = Self { servers: [server("a")?, server("b")?], folder: folder.clone(), primary: 0 };
        pair.servers[0].create()?;
        Ok(Some(pair))
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(crate) fn primary(&self) -> &Server {
        &self.servers[self.primary]
    }

    pub(crate) fn standby(&self) -> &Server {
        &self.servers[1 - self.primary]
    }

    /// Returns the URL of a database, with both hosts in a fixed order, so that failovers alternate between promoting
    /// the second and the first host of the list.
    pub(crate) fn url(&self, database: &str) -> String {
        url(&[self.servers[0].port, self.servers[1].port], database)
    }

    /// Makes the primary wait for the standby at each commit.
    pub(crate) fn synchronous(&self) -> Result<(), String> {
        self.primary().configure("synchronous_standby_names", "ANY 1 (standby)")?;
        self.wait_for(
            |primary| primary.sql("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'quorum'"),
            "1",
        )
    }

    /// Promotes the standby and returns when it accepts writes.
    pub(crate) fn promote(&mut self) -> Result<(), String> {
        let promoted = self.standby().sql("SELECT pg_promote(true, 60)")?;
        if promoted != "t" {
            return Err("the standby was not promoted".to_owned());
        }
        self.primary = 1 - self.primary;
        Ok(())
    }

    /// Rebuilds the server that is not the primary as its standby. `through` is the port that leads to the primary.
    pub(crate) fn rebuild_standby(&self, through: u16) -> Result<(), String> {
        self.rebuild(1 - self.primary, through)
    }

    fn rebuild(&self, index: usize, through: u16) -> Result<(), String> {
        let server = &self.servers[index];
        server.signal("-KILL");
        as_server("rm", [OsStr::new("-rf"), server.data.as_os_str()])?;
        let port = self.primary().port.to_string();
        let program = server.bin.join("pg_basebackup");
        let from =
            ["-h", "127.0.0.1", "-p", &port, "-U", "postgres", "-R", "-X", "stream", "-c", "fast", "-D"];
        as_server(&program, from.map(OsStr::new).into_iter().chain([server.data.as_os_str()]))?;
        // The primary's own wait for a standby is not for its successor, which begins without one.
        let settings = format!(
            "sed -i '/^primary_conninfo/d;/^synchronous_standby_names/d' postgresql.auto.conf; \
             echo \"primary_conninfo = 'host=127.0.0.1 port={through} user=postgres application_name=standby'\" \
             >>postgresql.auto.conf"
        );
        server.shell(&settings)?;
        server.start()?;
        let streams = "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'";
        self.wait_for(|primary| primary.sql(streams), "1")
    }

    fn wait_for(
        &self,
        asked: impl Fn(&Server) -> Result<String, String>,
        answer: &str,
    ) -> Result<(), String> {
        let begun = now();
        while begun.elapsed() < PATIENCE {
            if asked(self.primary())? == answer {
                return Ok(());
            }
            thread::sleep(LOOK);
        }
        Err("the standby does not follow".to_owned())
    }
}

impl Drop for Pair {
    fn drop(&mut self) {
        for server in &self.servers {
            server.signal("-KILL");
        }
        let _ = as_server("rm", [OsStr::new("-rf"), self.folder.as_os_str()]);
    }
}

impl Server {
    fn create(&self) -> Result<(), String> {
        let flags = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync", "-D"];
        as_server(self.bin.join("initdb"), flags.map(OsStr::new).into_iter().chain([self.data.as_os_str()]))?;
        let lines = [
            "listen_addresses = '127.0.0.1'",
            "unix_socket_directories = ''",
            "max_connections = 200",
            "shared_buffers = 32MB",
            "wal_level = replica",
            "hot_standby = on",
            "wal_keep_size = 256MB",
        ];
        self.shell(&format!("cat >>postgresql.conf <<'END'\n{}\nEND", lines.join("\n")))?;
        self.start()
    }

    pub(crate) fn start(&self) -> Result<(), String> {
        let port = format!("-c port={}", self.port);
        let log = self.data.with_extension("log");
        let flags = ["-w", "-t", "60", "-s", "-o", &port, "-l"].map(OsStr::new);
        let data = [log.as_os_str(), OsStr::new("-D"), self.data.as_os_str(), OsStr::new("start")];
        as_server(self.bin.join("pg_ctl"), flags.into_iter().chain(data)).map(drop)
    }

    /// Sends a signal to the server and to all of its processes.
    pub(crate) fn signal(&self, signal: &str) {
        let Ok(text) = fs::read_to_string(self.data.join("postmaster.pid")) else { return };
        let Some(main) = text.lines().next() else { return };
        let children = Command::new("ps").args(["-o", "pid=", "--ppid", main]).output();
        let children = children.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
        let children = children.unwrap_or_default();
        let ids = [main].into_iter().chain(children.split_whitespace());
        // A process may have ended in the meantime.
        let _ = Command::new("kill").arg(signal).args(ids).stderr(Stdio::null()).status();
    }

    /// Stops it as if it had crashed, and starts it again.
    pub(crate) fn restart(&self) -> Result<(), String> {
        let flags = ["-m", "immediate", "-w", "-s", "-D"].map(OsStr::new);
        let data = [self.data.as_os_str(), OsStr::new("stop")];
        as_server(self.bin.join("pg_ctl"), flags.into_iter().chain(data))?;
        self.start()
    }

    /// Returns the unformatted answer to a query.
    pub(crate) fn sql(&self, sql: &str) -> Result<String, String> {
        self.query("postgres", sql)
    }

    /// Like [`Server::sql`], on another database.
    pub(crate) fn query(&self, database: &str, sql: &str) -> Result<String, String> {
        let mut psql = Command::new("psql");
        psql.args(["-q", "-X", "-A", "-t", "-d", &url(&[self.port], database), "-c", sql]);
        let output = output(&mut psql)?;
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    fn configure(&self, name: &str, value: &str) -> Result<(), String> {
        self.sql(&format!("ALTER SYSTEM SET {name} = '{value}'"))?;
        self.sql("SELECT pg_reload_conf()").map(drop)
    }

    /// Runs a script in the data folder.
    fn shell(&self, script: &str) -> Result<(), String> {
        let script = format!("cd '{}' && {{ {script}\n}}", self.data.display());
        as_server("bash", ["-c", &script]).map(drop)
    }
}

/// Returns a URL with these ports as its hosts.
pub(crate) fn url(ports: &[u16], database: &str) -> String {
    let hosts: Vec<String> = ports.iter().map(|port| format!("127.0.0.1:{port}")).collect();
    format!("postgres://postgres@{}/{database}", hosts.join(","))
}

/// Returns a port that is free at this moment.
pub(crate) fn free_port() -> Result<u16, String> {
    let listener = TcpListener::bind("127.0.0.1:0").map_err(|error| error.to_string())?;
    Ok(listener.local_addr().map_err(|error| error.to_string())?.port())
}

/// Returns a command that runs as user postgres if this program runs as root, which the servers refuse.
pub(crate) fn server_command(program: impl AsRef<OsStr>) -> Command {
    let is_root = fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0);
    let mut command = if is_root {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=postgres", "--regid=postgres", "--init-groups", "--reset-env"]).arg(program);
        command
    } else {
        Command::new(program)
    };
    command.current_dir("/");
    command
}

fn as_server<A: AsRef<OsStr>>(
    program: impl AsRef<OsStr>,
    arguments: impl IntoIterator<Item = A>,
) -> Result<Output, String> {
    output(server_command(program).args(arguments))
}

fn output(command: &mut Command) -> Result<Output, String> {
    // A started server keeps its error output open, so only the programs that end write into pipes.
    let name = format!("{:?}", command.get_args().next().unwrap_or(command.get_program()));
    let output = command.stdin(Stdio::null()).output().map_err(|error| format!("{name}: {error}"))?;
    if output.status.success() {
        return Ok(output);
    }
    Err(format!("{name}: {}: {}", output.status, String::from_utf8_lossy(&output.stderr).trim()))
}

/// Returns the folder of PostgreSQL's programs, of the newest version.
fn programs() -> Option<PathBuf> {
    let named = env::var_os("SNOW_POSTGRES_BIN").map(PathBuf::from);
    let installed = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut installed: Vec<PathBuf> = installed.map(|entry| entry.path().join("bin")).collect();
    installed.sort();
    let on_path = env::split_paths(&env::var_os("PATH").unwrap_or_default()).collect::<Vec<_>>();
    let candidates = named.into_iter().chain(installed.into_iter().rev()).chain(on_path);
    candidates
        .into_iter()
        .find(|folder| folder.join("initdb").is_file() && folder.join("pg_basebackup").is_file())
}
