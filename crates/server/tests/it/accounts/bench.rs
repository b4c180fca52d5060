//! A service with accounts, browsers that store cookies, and the emails that it sends.

use std::cell::RefCell;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use accounts::oauth::ServerAddresses;
use actix_http::Request;
use actix_web::body::MessageBody;
use actix_web::dev::{Service, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::HeaderMap;
use actix_web::middleware::from_fn;
use actix_web::{App, Error, test, web};
use deliveries::keys::KeySource;
use deliveries::keys::{self, Keys};
use deliveries::subscriptions::{self, Subscriptions};
use http_api::connector::Admission;
use http_api::tools::Connector;
use http_api::{self, Shared, observe};
use outbound::fetch::Fetcher;
use outbound::guard::Guard;
use publication::published::{Latest, Published};
use publication::replay::Replays;
use runtime::metrics::Metrics;
use runtime::status::Status;
use runtime::{clock, opening};
use server::config::{Config, Settings, WebhookSettings};
use services::accounts::Accounts;
use services::accounts::identities::StoredIdentities;
use services::alerts::channels::AlertDelivery;
use services::alerts::holdings::{Holdings, Memory};
use services::mail::Mail;
use services::mail::post::MailQueue;
use services::oauth::Authority;
use services::oauth::documents::Documents;
use services::operators::{Operators, WriteConnector};
use storage::Store;
use tokio::sync::Notify;
use tokio::sync::mpsc::Receiver;
use uuid::Uuid;
use webhooks::policy::EventPolicy;

use crate::callers::world;
use crate::webhooks::receiver::root;
use crate::webhooks::send::DEVELOPMENT;

/// Secret that signs the billing provider's events.
pub(super) const BILLING: &str = "whsec_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=";

/// The parts of the service.
pub(super) struct Bench {
    pub(super) shared: web::Data<Shared>,
    pub(super) store: Store,
    mails: RefCell<(Receiver<Mail>, Vec<Mail>)>,
    pub(super) folder: PathBuf,
    pub(super) keys: Arc<Keys>,
    pub(super) outgoing: Arc<Notify>,
}

impl Drop for Bench {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Creates a service with this sign-up setting.
pub(super) fn bench(sign_up: &str) -> Bench {
    bench_with(sign_up, None)
}

/// Like [`bench`], but with a name server for the hosts of clients.
pub(super) fn bench_with(sign_up: &str, names: Option<SocketAddr>) -> Bench {
    built(sign_up, names, None, None)
}

/// Creates a service at this address. With the store of another one it is a replica.
#[cfg(feature = "passkeys")]
pub(super) fn bench_at(base_url: &str, store: Option<Store>) -> Bench {
    built("open", None, Some(base_url), store)
}

fn accounts(
    store: &Store,
    identities: &Arc<StoredIdentities>,
    post: &MailQueue,
    config: &Config,
) -> Accounts {
    let (identities, url) = (Arc::clone(identities), &config.base_url);
    Accounts::new(store.clone(), identities, post.clone(), &config.accounts, "Snow", url)
}

fn built(sign_up: &str, names: Option<SocketAddr>, base_url: Option<&str>, store: Option<Store>) -> Bench {
    let folder = std::env::temp_dir().join(format!("snow-accounts-{}", Uuid::new_v4()));
    std::fs::create_dir_all(&folder).unwrap();
    let store = store.unwrap_or_else(|| opening::open(&folder.join("snow.db").to_string_lossy()).unwrap());
    let mut settings = Settings { base_url: base_url.map(str::to_owned), ..Settings::default() };
    settings.accounts.sign_up = Some(sign_up.to_owned());
    settings.accounts.billing_secret = Some(BILLING.to_owned());
    settings.accounts.oauth_registration = Some(true);
    settings.webhooks = WebhookSettings { webhook_development: Some(true), ..WebhookSettings::default() };
    let config = settings.config().unwrap();
    let now = clock::now();
    let published = Published::new(world(now), now);
    let service = Arc::clone(&published.world.service);
    let latest = Arc::new(Latest::default());
    latest.publish(published);
    let identities = Arc::new(StoredIdentities::new(store.clone(), &config.base_url));
    let (post, mails) = MailQueue::new(Arc::default());
    let accounts = accounts(&store, &identities, &post, &config);
    let memory = Arc::clone(&identities) as Arc<dyn Memory>;
    let guard = Guard::new(DEVELOPMENT, &names.into_iter().collect::<Vec<_>>()).unwrap();
    let keys = Arc::new(keys::load_or_make(&KeySource::File(folder.join("keys"))).unwrap());
    let outgoing = Arc::new(Notify::new());
    let parts = subscriptions::Parts {
        store: store.clone(),
        keys: Arc::clone(&keys),
        guard: guard.clone(),
        outgoing: Arc::clone(&outgoing),
        policy: EventPolicy::CONTRACT,
    };
    let documents = Documents::new(Fetcher::new(guard, &[root()], Duration::from_secs(2)).unwrap());
    let place = ServerAddresses::new(config.base_url.clone(), true);
    let shared = web::Data::new(Shared {
        operators: Operators::new(store.clone(), Arc::clone(&latest), Arc::default(), None),
        write_connector: WriteConnector::new(&service).unwrap(),
        replays: Replays::new(store.clone(), Duration::from_secs(86_400)),
        latest,
        status: Arc::new(Status::default()),
        metrics: Arc::new(Metrics::default()),
        write_probe: Arc::default(),
        connector: Connector::new(&service).unwrap(),
        holdings: Holdings::new(store.clone(), Arc::clone(&memory)),
        ways: Some(AlertDelivery::new(store.clone(), post, Arc::clone(&service))),
        oauth: Some(Authority::new(place, store.clone(), memory, documents)),
        identities,
        accounts: Some(Arc::new(accounts)),
        admission: Admission::new(&config.http()),
        reels: ingest_runner::reels::Disk::in_data_folder(std::path::Path::new("none")),
        #[cfg(feature = "previews")]
        previews: None,
        constant: http_api::constant::constant(&service, false),
        webhooks: Some(Arc::new(Subscriptions::new(
            config.webhooks.caps(),
            config.webhooks.tests_per_minute,
            parts,
        ))),
    });
    Bench { shared, store, mails: RefCell::new((mails, Vec::new())), folder, keys, outgoing }
}

impl Bench {
    /// Starts the service in the test.
    pub(super) async fn app(
        &self,
    ) -> impl Service<Request, Response = ServiceResponse<impl MessageBody + use<>>, Error = Error> + use<>
    {
        let app = App::new().app_data(self.shared.clone());
        test::init_service(app.wrap(from_fn(observe::observe)).configure(http_api::routes)).await
    }

    /// Creates another service over the same store.
    pub(super) fn replica(&self) -> Self {
        built("open", None, None, Some(self.store.clone()))
    }

    /// Returns the oldest unread email that is not a notice.
    pub(super) fn mail(&self) -> Option<Mail> {
        self.oldest(|mail| !mail.id.starts_with("notice."))
    }

    /// Returns the oldest unread notice.
    pub(super) fn notice(&self) -> Option<Mail> {
        self.oldest(|mail| mail.id.starts_with("notice."))
    }

    fn oldest(&self, is_meant: impl Fn(&Mail) -> bool) -> Option<Mail> {
        let (handed_in, unread) = &mut *self.mails.borrow_mut();
        unread.extend(std::iter::from_fn(|| handed_in.try_recv().ok()));
        let at = unread.iter().position(is_meant)?;
        Some(unread.remove(at))
    }

    /// Returns the code and link of the oldest unread email.
    pub(super) fn code_and_link(&self) -> (String, String) {
        let text = self.mail().expect("a mail").text;
        let code = text.lines().next().unwrap().rsplit(' ').next().unwrap().to_owned();
        let link = text.lines().find_map(|line| line.split_once("?t=")).unwrap().1.to_owned();
        (code, link)
    }
}

/// An answer.
pub(super) struct Got {
    pub(super) status: u16,
    pub(super) headers: HeaderMap,
    pub(super) body: String,
}

impl Got {
    pub(super) fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }
}

/// A browser with its cookies.
pub(super) struct Browser {
    cookies: RefCell<Vec<(String, String)>>,
    address: SocketAddr,
    site: Option<&'static str>,
}

impl Browser {
    pub(super) fn at(address: &str) -> Self {
        let address = format!("{address}:1").parse().unwrap();
        Self { cookies: RefCell::default(), address, site: Some("same-origin") }
    }

    /// Returns the same browser with a request that another site's page started.
    pub(super) fn sent_by(&self, site: Option<&'static str>) -> Self {
        Self { cookies: self.cookies.clone(), address: self.address, site }
    }

    pub(super) fn cookie(&self, name: &str) -> Option<String> {
        self.cookies.borrow().iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
    }

    pub(super) fn put(&self, name: &str, value: &str) {
        let mut cookies = self.cookies.borrow_mut();
        cookies.retain(|(known, _)| known != name);
        if !value.is_empty() {
            cookies.push((name.to_owned(), value.to_owned()));
        }
    }

    pub(super) async fn get<S, B>(&self, app: &S, path: &str) -> Got
    where
        S: Service<Request, Response = ServiceResponse<B>, Error = Error>,
        B: MessageBody,
    {
        self.send(app, test::TestRequest::default().uri(path)).await
    }

    pub(super) async fn post<S, B>(&self, app: &S, path: &str, form: &[(&str, &str)]) -> Got
    where
        S: Service<Request, Response = ServiceResponse<B>, Error = Error>,
        B: MessageBody,
    {
        self.send(app, test::TestRequest::default().method(Method::POST).uri(path).set_form(form)).await
    }

    pub(super) async fn send<S, B>(&self, app: &S, request: test::TestRequest) -> Got
    where
        S: Service<Request, Response = ServiceResponse<B>, Error = Error>,
        B: MessageBody,
    {
        let cookies: Vec<String> =
            self.cookies.borrow().iter().map(|(name, value)| format!("{name}={value}")).collect();
        let mut request = request
            .peer_addr(self.address)
            .insert_header(("host", "127.0.0.1:8080"))
            .insert_header(("user-agent", "Mozilla/5.0 Firefox/150.0"));
        if !cookies.is_empty() {
            request = request.insert_header(("cookie", cookies.join("; ")));
        }
        if let Some(site) = self.site {
            request = request.insert_header(("sec-fetch-site", site));
        }
        let response = test::call_service(app, request.to_request()).await;
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        for cookie in headers.get_all("set-cookie") {
            let pair = cookie.to_str().unwrap().split(';').next().unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            self.put(name, value);
        }
        let body = test::read_body(response).await;
        Got { status, headers, body: String::from_utf8_lossy(&body).into_owned() }
    }

    /// Signs in with the code of an email; returns the address of the redirect.
    pub(super) async fn sign_in<S, B>(&self, bench: &Bench, app: &S, email: &str) -> String
    where
        S: Service<Request, Response = ServiceResponse<B>, Error = Error>,
        B: MessageBody,
    {
        assert_eq!(self.post(app, "/account/sign-in", &[("email", email)]).await.status, 303);
        let (code, _) = bench.code_and_link();
        let got = self.post(app, "/account/code", &[("code", &code)]).await;
        assert_eq!(got.status, 303, "{}", got.body);
        got.header("location").to_owned()
    }
}

/// Sends a request like a program, without cookies.
pub(super) async fn program<S, B>(app: &S, path: &str, bearer: &str) -> Got
where
    S: Service<Request, Response = ServiceResponse<B>, Error = Error>,
    B: MessageBody,
{
    let request = test::TestRequest::default().uri(path).insert_header(("host", "127.0.0.1:8080"));
    let request = request.insert_header(("authorization", format!("Bearer {bearer}")));
    let response = test::call_service(app, request.to_request()).await;
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let body = test::read_body(response).await;
    Got { status, headers, body: String::from_utf8_lossy(&body).into_owned() }
}
