//! Accounts with their alerts and clients, and the background tasks for them.

use std::sync::Arc;

use accounts::oauth::ServerAddresses;
use deliveries::start;
use outbound::fetch::Fetcher;
use outbound::guard::Guard;
use publication::evaluation;
use publication::evaluation::Evaluate as _;
use runtime::clock;
use runtime::opening::ANSWER;
use runtime::supervise::Tasks;
use services::accounts::identities::StoredIdentities;
use services::accounts::{Accounts, upkeep};
use services::alerts::channels::AlertDelivery;
use services::alerts::evaluate::Evaluator;
use services::alerts::holdings::{Holdings, Memory};
use services::alerts::post::Postman;
use services::mail::file::Folder;
use services::mail::post::{self, MailQueue};
use services::mail::{FOLDER, Mailer};
use services::oauth::Authority;
use services::oauth::documents::{Documents, PATIENCE};
use tokio::sync::{Mutex, Notify};
use uuid::Uuid;
use webhooks::events::start::Start;
use webhooks::policy::EventPolicy;
use world::Service;

use super::{Parts, ServeError};
use crate::config::Config;

/// The part of accounts that requests need.
pub(super) struct Members {
    pub(super) identities: Arc<StoredIdentities>,
    pub(super) accounts: Arc<Accounts>,
    pub(super) holdings: Holdings,
    pub(super) ways: AlertDelivery,
    pub(super) oauth: Authority,
}

/// Starts accounts and their background tasks; returns one line about any mail setting that cannot be used.
pub(super) fn start(
    parts: Parts<'_>,
    service: &Arc<Service>,
    tasks: &mut Tasks,
) -> Result<Members, ServeError> {
    let (Parts { config, store, .. }, stopped) = (parts, tasks.stopped().clone());
    let mailer = Mailer::new(&config.accounts.mail, &service.name, &config.base_url, &config.data_dir)
        .map_err(ServeError::Mail)?;
    if let Some(folder) = mailer.folder() {
        tracing::info!(folder = %folder.display(), "no mail server is configured (--smtp-url); emails are written to the folder");
    }
    let folder = Folder::new(config.data_dir.join(FOLDER));
    let (post, taken) = MailQueue::new(Arc::clone(parts.metrics));
    let post = post.with_folder(folder.clone());
    tasks.spawn("mail", post::run(mailer.clone(), taken, Arc::clone(post.metrics()), stopped.clone()));
    tasks.spawn("accounts", upkeep::run(store.clone(), folder, stopped));
    alerts(parts, service, mailer, tasks);
    let answering = store.within(ANSWER);
    let identities = Arc::new(StoredIdentities::new(answering.clone(), &config.base_url));
    let memory = Arc::clone(&identities) as Arc<dyn Memory>;
    let accounts = Accounts::new(
        answering.clone(),
        Arc::clone(&identities),
        post.clone(),
        &config.accounts,
        &service.name,
        &config.base_url,
    );
    let place = ServerAddresses::new(config.base_url.clone(), config.accounts.oauth_registration);
    let documents = documents(config)?;
    Ok(Members {
        identities,
        accounts: Arc::new(accounts),
        holdings: Holdings::new(answering.clone(), Arc::clone(&memory)),
        ways: AlertDelivery::new(answering.clone(), post, Arc::clone(service)),
        oauth: Authority::new(place, answering, memory, documents),
    })
}

/// Evaluates alerts and sends their emails until the service stops.
fn alerts(parts: Parts<'_>, service: &Arc<Service>, mailer: Mailer, tasks: &mut Tasks) {
    let (Parts { config, store, latest, status, metrics }, stopped) = (parts, tasks.stopped().clone());
    let letters = Arc::new(Notify::new());
    let owner = Uuid::new_v4().to_string();
    let parts = evaluation::Parts {
        store: store.clone(),
        latest: Arc::clone(latest),
        status: Arc::clone(status),
        metrics: Arc::clone(metrics),
        outgoing: Arc::clone(&letters),
        owner: owner.clone(),
        policy: EventPolicy::CONTRACT,
        every: config.webhooks.evaluation,
    };
    let evaluator = Evaluator { parts, start: Start::at(clock::now()) };
    tasks.spawn("alerts", evaluator.run(stopped.clone()));
    let postman = Postman {
        store: store.clone(),
        mailer,
        latest: Arc::clone(latest),
        service: Arc::clone(service),
        letters,
        owner,
        metrics: Arc::clone(metrics),
        unwritten: Mutex::default(),
    };
    tasks.spawn("alert emails", postman.run(stopped));
}

/// Returns the loader of client metadata documents, restricted to addresses that callbacks may go to.
fn documents(config: &Config) -> Result<Documents, ServeError> {
    let settings = &config.webhooks;
    let guard = Guard::new(settings.callback, &settings.name_servers).map_err(start::StartError::from)?;
    let roots = settings.roots.as_deref().map(start::roots).transpose()?.unwrap_or_default();
    let fetcher = Fetcher::new(guard.denying(settings.denied.clone()), &roots, PATIENCE);
    Ok(Documents::new(fetcher.map_err(start::StartError::from)?))
}
