//! `webhooks`: lets the service's operator see and end webhook subscriptions, and deny receivers. The service may keep
//! running; it applies each change at once.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use deliveries::{operator, received};
use uuid::Uuid;

use super::{block_on, print_text};
use crate::config::Config;
use crate::database;
use crate::error::one_line;

/// Action on subscriptions.
#[derive(Debug, Subcommand)]
pub enum WebhookCommand {
    /// List active subscriptions; callback addresses may be secrets, so only their hosts are printed.
    List {
        /// Also list ended ones.
        #[arg(long)]
        all: bool,
    },
    /// Print one subscription with its callback address and newest deliveries.
    Show {
        /// Id of the subscription.
        id: Uuid,
    },
    /// End a subscription and discard its pending deliveries.
    End {
        /// Id of the subscription.
        id: Uuid,
    },
    /// Say why a receiver rejects a delivery: check its signatures and name the usual mistakes.
    Verify(ReceivedDelivery),
    /// Deny a host and the names below it: ends its subscriptions and rejects new ones. Without a host, list the denied
    /// ones.
    Deny {
        /// Host name or address of the receiver.
        host: Option<String>,
        /// Allow the host again; ended subscriptions stay ended.
        #[arg(long, requires = "host")]
        lift: bool,
    },
}

/// A delivery as it arrived.
#[derive(Debug, Args)]
pub struct ReceivedDelivery {
    /// File with the raw body, or - for standard input.
    body: PathBuf,
    /// File that contains only the subscription's secret.
    #[arg(long, value_name = "FILE")]
    secret_file: PathBuf,
    /// Header of the delivery, `Name: value`; may be repeated.
    #[arg(long = "header", short = 'H', value_name = "HEADER", required = true)]
    headers: Vec<String>,
}

/// Runs the command.
///
/// # Errors
/// Returns a one-line message if the command fails.
pub fn run(command: WebhookCommand, config: &Config) -> Result<(), String> {
    let store = || database::existing(config).map_err(one_line);
    let said = match command {
        WebhookCommand::Verify(ReceivedDelivery { body, secret_file, headers }) => {
            return print_text(&received::explained(&secret_file, &body, &headers)?);
        }
        WebhookCommand::List { all } => block_on(operator::list(&store()?, all)),
        WebhookCommand::Show { id } => block_on(operator::show(&store()?, id)),
        WebhookCommand::End { id } => block_on(operator::end(&store()?, id)),
        WebhookCommand::Deny { host: Some(host), lift: false } => block_on(operator::deny(&store()?, &host)),
        WebhookCommand::Deny { host: Some(host), lift: true } => block_on(operator::allow(&store()?, &host)),
        WebhookCommand::Deny { host: None, .. } => block_on(operator::denied(&store()?)),
    };
    print_text(&said?.map_err(one_line)?)
}
