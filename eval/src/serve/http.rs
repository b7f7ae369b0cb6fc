//! What is answered over HTTP.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Extension, Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Map, Value, json};

use super::advice::Cancel;
use super::desk::{self, MOST_BYTES};
use super::guard::{COOKIE, tokens_in};
use super::listen::Seat;
use super::store::Slot;
use super::thinking::Turn;
use super::{App, assets, catalog, qr, socket};
use crate::analyze::fields::{Fault, FaultKind, Fields, parse};
use crate::analyze::{REQUESTS, Session};

/// Longest time in which the body of a request must have come.
const BODY_TIME: Duration = Duration::from_secs(20);

/// Nothing but the page's own files may be loaded or called.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// All addresses.
pub fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/", get(page))
        .route("/t/{id}", get(page))
        .route("/assets/{*path}", get(asset))
        .route("/api/status", get(status))
        .route("/api/choices", get(choices))
        .route("/api/qr", get(code))
        .route("/api/analyze", post(analyze))
        .route("/api/analyze/socket", get(analyze_socket))
        .route("/api/tables", get(list).post(create))
        .route("/api/tables/{id}", get(state).post(ask))
        .route("/api/tables/{id}/socket", get(table_socket))
        .route("/api/tables/{id}/saved", get(saved))
        .fallback(|| async { refuse(StatusCode::NOT_FOUND, "there is nothing at this address") })
        .method_not_allowed_fallback(|| async {
            refuse(
                StatusCode::METHOD_NOT_ALLOWED,
                "this address is asked in another way",
            )
        })
        .layer(middleware::from_fn_with_state(Arc::clone(&app), let_in))
        .with_state(app)
}

/// Lets a request in or not, and adds what every answer says.
async fn let_in(
    State(app): State<Arc<App>>,
    Extension(seat): Extension<Arc<Seat>>,
    request: Request,
    next: Next,
) -> Response {
    let guard = &app.guard;
    let checked = guard
        .check_pace(seat.ip)
        .and_then(|()| guard.check_names(request.headers()));
    let by_address = query(&request, "token");
    let known = guard.knows(by_address.into_iter().chain(tokens_in(request.headers())));
    let fresh = by_address
        .filter(|token| guard.token().is_some() && guard.knows([*token]))
        .map(str::to_owned);
    let mut response = match checked {
        Err((status, what)) => refuse(status, what),
        Ok(()) if !known => refuse(
            StatusCode::FORBIDDEN,
            "open the whole address that the server printed, with its token",
        ),
        Ok(()) => next.run(request).await,
    };
    let headers = response.headers_mut();
    if let Some(token) = fresh {
        let cookie =
            format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000");
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            headers.insert(header::SET_COOKIE, cookie);
        }
    }
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

/// A value in the address.
fn query<'a>(request: &'a Request, key: &str) -> Option<&'a str> {
    let pairs = request.uri().query()?.split('&');
    let mut pairs = pairs.filter_map(|pair| pair.split_once('='));
    pairs.find(|(name, _)| *name == key).map(|(_, value)| value)
}

fn refuse(status: StatusCode, what: &str) -> Response {
    (status, Json(json!({ "error": what, "field": "" }))).into_response()
}

/// A fault as an answer; a table that moved on meanwhile is told apart.
fn fault(fault: &Fault) -> Response {
    let status = match fault.kind {
        FaultKind::Stale => StatusCode::CONFLICT,
        FaultKind::NotThere => StatusCode::NOT_FOUND,
        FaultKind::Request => StatusCode::BAD_REQUEST,
    };
    let body = json!({ "error": fault.message, "field": fault.field });
    (status, Json(body)).into_response()
}

fn answer(result: Result<Value, Fault>) -> Response {
    match result {
        Ok(value) => Json(value).into_response(),
        Err(e) => fault(&e),
    }
}

fn file(asset: &'static assets::Asset, headers: &HeaderMap) -> Response {
    let tags = [
        (header::CONTENT_TYPE, asset.kind),
        (header::ETAG, asset.tag.as_str()),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    let known = headers.get(header::IF_NONE_MATCH);
    if known.is_some_and(|tag| tag.as_bytes() == asset.tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, tags).into_response();
    }
    (tags, asset.text).into_response()
}

async fn page(headers: HeaderMap) -> Response {
    file(assets::page(), &headers)
}

async fn asset(Path(path): Path<String>, headers: HeaderMap) -> Response {
    match assets::find(&path) {
        Some(asset) => file(asset, &headers),
        None => refuse(StatusCode::NOT_FOUND, "the page has no such file"),
    }
}

async fn status(State(app): State<Arc<App>>) -> Response {
    // Counting tables locks the list of them, which may block.
    let status = apart(move || {
        let advisor = &app.store.source.advisor;
        Ok(json!({
            "version": env!("CARGO_PKG_VERSION"),
            "cards": advisor.rules().catalog().hash,
            "brain": advisor.brain().name,
            "searching": app.thinking.running(),
            "waiting": app.thinking.waiting(),
            "tables_open": app.store.open_count(),
        }))
    });
    answer(status.await)
}

async fn choices(State(app): State<Arc<App>>) -> Response {
    if let Some(made) = app.choices.get() {
        return answer(Ok(made.clone()));
    }
    // The first time, all sample tables are read.
    let first = apart(move || {
        let make = || catalog::choices(app.store.source.advisor.rules());
        Ok(app.choices.get_or_init(make).clone())
    });
    answer(first.await)
}

/// A picture of the address of a table, with the token where one is needed.
async fn code(State(app): State<Arc<App>>, request: Request) -> Response {
    let id = query(&request, "table").unwrap_or_default().to_owned();
    // Without a table it is the address of the start page.
    if !id.is_empty()
        && let Err(e) = table(&app, id.clone()).await
    {
        return fault(&e);
    }
    let address = share(&app, &id);
    match qr::picture(&address) {
        Some(picture) => ([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response(),
        None => refuse(StatusCode::NOT_FOUND, "the address is too long for a code"),
    }
}

/// The whole address of a table, for another phone.
fn share(app: &App, id: &str) -> String {
    let path = match id {
        "" => "/".to_owned(),
        id => format!("/t/{id}"),
    };
    match app.guard.token() {
        Some(token) => format!("{}{path}?token={token}", app.address),
        None => format!("{}{path}", app.address),
    }
}

async fn body(request: Request) -> Result<Map<String, Value>, Response> {
    const TOO_LARGE: &str = "the request is broken off or too large; at most 8 MiB are read";
    let declared = request.headers().get(header::CONTENT_LENGTH);
    let declared = declared.and_then(|n| n.to_str().ok()?.parse::<usize>().ok());
    if declared.is_some_and(|bytes| bytes > MOST_BYTES) {
        return Err(refuse(StatusCode::PAYLOAD_TOO_LARGE, TOO_LARGE));
    }
    let read = to_bytes(request.into_body(), MOST_BYTES);
    match tokio::time::timeout(BODY_TIME, read).await {
        Err(_) => Err(refuse(
            StatusCode::REQUEST_TIMEOUT,
            "the request took too long to come",
        )),
        Ok(Err(_)) => Err(refuse(StatusCode::PAYLOAD_TOO_LARGE, TOO_LARGE)),
        Ok(Ok(bytes)) => parse(&bytes).map_err(|e| fault(&e)),
    }
}

/// Runs blocking work on the blocking pool.
async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Fault> + Send + 'static,
) -> Result<T, Fault> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| Err(Fault::new("", "internal error; please report this request")))
}

async fn analyze(State(app): State<Arc<App>>, request: Request) -> Response {
    let request = match body(request).await {
        Ok(request) => request,
        Err(response) => return response,
    };
    answer(Conversation::new(&app).answer(&app, request).await)
}

/// The turn of a request that thinks; others need none.
async fn turn(app: &App, kind: &str) -> Result<Option<Turn>, Fault> {
    match desk::is_thinking(kind) {
        true => app.thinking.turn().await.map(Some),
        false => Ok(None),
    }
}

/// A conversation of the analysis protocol, which remembers the last table. Dropping it ends its search.
pub(super) struct Conversation {
    session: Arc<Mutex<Session>>,
    _until_dropped: HangUp,
}

impl Conversation {
    pub(super) fn new(app: &App) -> Self {
        let advisor = (*app.store.source.advisor).clone();
        let hang_up = HangUp::default();
        let session = Session::new(advisor).until(hang_up.0.clone());
        Self {
            session: Arc::new(Mutex::new(session)),
            _until_dropped: hang_up,
        }
    }

    /// Answers one request; whatever thinks waits for its turn.
    pub(super) async fn answer(
        &self,
        app: &App,
        request: Map<String, Value>,
    ) -> Result<Value, Fault> {
        // What is no request is answered by the session, with what is wrong.
        let kind = Fields::new(&request).kind(&REQUESTS);
        let turn = turn(app, kind.unwrap_or_default()).await?;
        let session = Arc::clone(&self.session);
        apart(move || {
            let _until_done = turn;
            let line = Value::Object(request).to_string();
            let mut session = session.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(session.answer(line.as_bytes()))
        })
        .await
    }
}

async fn analyze_socket(
    State(app): State<Arc<App>>,
    Extension(seat): Extension<Arc<Seat>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    socket::bounded(upgrade).on_upgrade(move |socket| async move {
        let _until_it_ends = seat;
        socket::analyze(socket, app).await;
    })
}

async fn list(State(app): State<Arc<App>>) -> Response {
    answer(apart(move || Ok(json!({ "tables": app.store.list() }))).await)
}

async fn create(State(app): State<Arc<App>>, request: Request) -> Response {
    let request = match body(request).await {
        Ok(request) => request,
        Err(response) => return response,
    };
    answer(apart(move || desk::create(&app.store, &request).map(|id| json!({ "id": id }))).await)
}

/// A table by its id.
async fn table(app: &Arc<App>, id: String) -> Result<Arc<Slot>, Fault> {
    let app = Arc::clone(app);
    apart(move || app.store.get(&id)).await
}

async fn state(State(app): State<Arc<App>>, Path(id): Path<String>) -> Response {
    let request = Map::from_iter([("request".to_owned(), json!("state"))]);
    answer(ask_table(app, id, request).await)
}

async fn ask(State(app): State<Arc<App>>, Path(id): Path<String>, request: Request) -> Response {
    match body(request).await {
        Ok(request) => answer(ask_table(app, id, request).await),
        Err(response) => response,
    }
}

/// Cancels a search on drop: the request that holds this is dropped when its client hangs up.
#[derive(Default)]
struct HangUp(Cancel);

impl Drop for HangUp {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

async fn ask_table(app: Arc<App>, id: String, request: Map<String, Value>) -> Result<Value, Fault> {
    let slot = table(&app, id).await?;
    let kind = desk::kind(&request)?;
    let hang_up = HangUp::default();
    let cancel = hang_up.0.clone();
    let turn = turn(&app, kind).await?;
    apart(move || {
        let _until_done = turn;
        desk::answer(&app.store, &slot, &request, &cancel, &mut |_| {})
    })
    .await
}

async fn table_socket(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(seat): Extension<Arc<Seat>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    match table(&app, id).await {
        Ok(slot) => {
            let address = share(&app, &slot.id);
            socket::bounded(upgrade).on_upgrade(move |socket| async move {
                let _until_it_ends = seat;
                socket::attend(socket, app, slot, address).await;
            })
        }
        Err(e) => fault(&e),
    }
}

/// The file of a table, to be kept or opened elsewhere.
async fn saved(State(app): State<Arc<App>>, Path(id): Path<String>) -> Response {
    let text = async {
        let slot = table(&app, id).await?;
        apart(move || slot.saved()).await
    };
    match text.await {
        Ok(text) => {
            let headers = [
                (header::CONTENT_TYPE, "application/jsonl; charset=utf-8"),
                (
                    header::CONTENT_DISPOSITION,
                    "attachment; filename=\"reckoners-game.jsonl\"",
                ),
            ];
            (headers, Body::from(text)).into_response()
        }
        Err(e) => fault(&e),
    }
}
