//! The `snow-conditions-bridge` program: its arguments and its exit code.

use std::io::{BufReader, stdin, stdout};
use std::process::ExitCode;

use clap::Parser;
use stdio_bridge::{Remote, RetryPolicy};

/// Connects an assistant that speaks MCP over stdio to a remote snow-conditions connector.
///
/// Reads messages from standard input and writes answers to standard output, one per line. Ends with standard input.
#[derive(Debug, Parser)]
#[command(name = "snow-conditions-bridge", version)]
struct Arguments {
    /// Address of the connector, such as https://snow.example.org/mcp
    #[arg(long, env = "SNOW_MCP_URL", value_name = "URL", hide_env_values = true)]
    url: String,
    /// Bearer token to send; the public tools need none
    #[arg(long, env = "SNOW_MCP_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// Log to standard error
    #[arg(long)]
    verbose: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match bridge(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("snow-conditions-bridge: {error}");
            ExitCode::FAILURE
        }
    }
}

fn bridge(arguments: &Arguments) -> Result<(), Box<dyn std::error::Error>> {
    let token = arguments.token.as_deref().filter(|token| !token.is_empty());
    let remote = Remote::new(&arguments.url, token, RetryPolicy::USUAL, arguments.verbose)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(stdio_bridge::run(BufReader::new(stdin()), stdout(), remote));
    Ok(())
}
