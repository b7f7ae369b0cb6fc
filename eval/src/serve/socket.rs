//! WebSockets: one a page, over which a table tells every change and answers; and the analysis protocol.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use futures_util::stream::{Peekable, SplitSink, SplitStream};
use futures_util::{SinkExt as _, Stream, StreamExt as _};
use serde_json::{Map, Value, json};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{sleep, timeout};

use super::advice::Cancel;
use super::desk::{self, MOST_BYTES};
use super::guard::Pace;
use super::http::Conversation;
use super::store::Slot;
use super::{App, desk::kind};
use crate::analyze::fields::{Fault, parse};

/// Messages a second that are answered at once; more wait.
const RATE: f64 = 100.0;
/// Messages that may come in one go.
const BURST: f64 = 200.0;
/// Malformed messages after which the conversation ends.
const MOST_MALFORMED: usize = 100;
/// Longest time in which a message must be taken.
const SEND_TIME: Duration = Duration::from_secs(10);
/// A page that has not given a sign for so long is gone.
const SILENCE: Duration = Duration::from_secs(90);
/// How often a sign is asked for.
const PING: Duration = Duration::from_secs(30);
/// Longest wait for the other side to close.
const FAREWELL: Duration = Duration::from_secs(2);
/// Answers that wait to be sent.
const OUTBOX: usize = 64;
/// Bytes that are read at once. Every page has a buffer of this size; what pages ask is short.
const READ_BYTES: usize = 8 << 10;

/// An upgrade within bounds.
pub fn bounded<F>(upgrade: WebSocketUpgrade<F>) -> WebSocketUpgrade<F> {
    upgrade
        .read_buffer_size(READ_BYTES)
        .max_message_size(MOST_BYTES)
        .max_frame_size(MOST_BYTES)
}

/// What a message was.
enum Heard {
    Request(Map<String, Value>),
    Malformed(Fault),
    Sign,
    Gone,
}

fn hear(message: Option<Result<Message, axum::Error>>) -> Heard {
    match message {
        Some(Ok(Message::Text(text))) => match parse(text.as_bytes()) {
            Ok(request) => Heard::Request(request),
            Err(fault) => Heard::Malformed(fault),
        },
        Some(Ok(Message::Binary(_))) => {
            Heard::Malformed(Fault::new("", "send text: one JSON object a message"))
        }
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Heard::Sign,
        Some(Ok(Message::Close(_)) | Err(_)) | None => Heard::Gone,
    }
}

/// Answers that go out one after the other; a reader that is too slow is given up.
fn outbox(mut sink: SplitSink<WebSocket, Message>) -> mpsc::Sender<Message> {
    let (out, mut box_) = mpsc::channel::<Message>(OUTBOX);
    tokio::spawn(async move {
        while let Some(message) = box_.recv().await {
            let ends = matches!(message, Message::Close(_));
            let sent = timeout(SEND_TIME, sink.send(message)).await;
            if ends || !matches!(sent, Ok(Ok(()))) {
                break;
            }
        }
    });
    out
}

fn text(value: &Value) -> Message {
    Message::Text(value.to_string().into())
}

fn too_many_malformed() -> Message {
    Message::Close(Some(CloseFrame {
        code: 1008,
        reason: "too many malformed messages".into(),
    }))
}

/// Waits for the peer to close, so that it receives our last message.
async fn farewell(stream: &mut (impl Stream<Item = Result<Message, axum::Error>> + Unpin)) {
    let silence = async { while let Some(Ok(_)) = stream.next().await {} };
    let _ = timeout(FAREWELL, silence).await;
}

/// Resolves when the peer disconnects; peeks and consumes nothing.
async fn gone(stream: &mut Peekable<SplitStream<WebSocket>>) {
    match Pin::new(stream).peek().await {
        Some(Ok(Message::Close(_)) | Err(_)) | None => {}
        Some(Ok(_)) => std::future::pending().await,
    }
}

/// The analysis protocol: one request a message, one answer a message, in the same order.
pub async fn analyze(socket: WebSocket, app: Arc<App>) {
    let (sink, stream) = socket.split();
    let mut stream = stream.peekable();
    let out = outbox(sink);
    let conversation = Conversation::new(&app);
    let (mut pace, mut malformed) = (Pace::new(RATE, BURST), 0);
    while let Ok(message) = timeout(SILENCE, stream.next()).await {
        let answer = match hear(message) {
            Heard::Gone => break,
            Heard::Sign => continue,
            Heard::Malformed(fault) => {
                malformed += 1;
                fault.answer(Value::Null)
            }
            Heard::Request(request) => {
                let id = request.get("id").cloned().unwrap_or(Value::Null);
                let answered = tokio::select! {
                    answered = conversation.answer(&app, request) => answered,
                    () = gone(&mut stream) => break,
                };
                answered.unwrap_or_else(|fault| fault.answer(id))
            }
        };
        if out.send(text(&answer)).await.is_err() {
            break;
        }
        if malformed >= MOST_MALFORMED {
            let _ = out.send(too_many_malformed()).await;
            farewell(&mut stream).await;
            break;
        }
        sleep(Duration::from_secs_f64(pace.book())).await;
    }
}

/// A page at a table, from its first message to its last.
struct Visit {
    app: Arc<App>,
    slot: Arc<Slot>,
    out: mpsc::Sender<Message>,
    /// The search that this page follows.
    search: Followed,
    /// The review that it waits for. It takes longer than a hint, and hints may be asked for meanwhile.
    review: Followed,
}

/// A search or review that a page follows. Dropping it ends it, whether it runs or waits for its turn.
#[derive(Default)]
struct Followed {
    cancel: Cancel,
    /// Never sent over: a search that waits hears that this is gone.
    _alive: Option<oneshot::Sender<Infallible>>,
}

impl Drop for Followed {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

/// Tells a page every change of its table and answers it.
pub async fn attend(socket: WebSocket, app: Arc<App>, slot: Arc<Slot>, address: String) {
    let (sink, mut stream) = socket.split();
    let mut visit = Visit {
        app,
        slot,
        out: outbox(sink),
        search: Followed::default(),
        review: Followed::default(),
    };
    let mut news = visit.slot.news.subscribe();
    visit.slot.pages.fetch_add(1, Ordering::Relaxed);
    visit.count();
    let hello = json!({ "event": "hello", "address": address });
    let _ = visit.out.send(text(&hello)).await;
    let _ = visit.out.send(visit.state().await).await;
    let mut pace = Pace::new(RATE, BURST);
    let mut malformed = 0;
    let mut ping = tokio::time::interval(PING);
    let mut heard = tokio::time::Instant::now();
    loop {
        let sent = tokio::select! {
            message = stream.next() => {
                heard = tokio::time::Instant::now();
                match hear(message) {
                    Heard::Gone => break,
                    Heard::Sign => Ok(()),
                    Heard::Malformed(fault) => {
                        malformed += 1;
                        let mut sent = visit.out.send(text(&fault.answer(Value::Null))).await;
                        if malformed >= MOST_MALFORMED {
                            sent = visit.out.send(too_many_malformed()).await;
                        }
                        sent
                    }
                    Heard::Request(request) => {
                        sleep(Duration::from_secs_f64(pace.book())).await;
                        visit.request(request).await
                    }
                }
            }
            changed = news.recv() => match changed {
                Ok(state) => visit.out.send(Message::Text(state.as_ref().into())).await,
                // Too many at once: the last state says it all.
                Err(RecvError::Lagged(_)) => visit.out.send(visit.state().await).await,
                Err(RecvError::Closed) => break,
            },
            _ = ping.tick() => {
                if heard.elapsed() > SILENCE {
                    break;
                }
                visit.out.send(Message::Ping(Default::default())).await
            }
        };
        if sent.is_err() || malformed >= MOST_MALFORMED {
            break;
        }
    }
    visit.search = Followed::default();
    visit.review = Followed::default();
    visit.slot.pages.fetch_sub(1, Ordering::Relaxed);
    visit.count();
    if malformed >= MOST_MALFORMED {
        farewell(&mut stream).await;
    }
}

type Sent = Result<(), mpsc::error::SendError<Message>>;

impl Visit {
    /// The table as it is. Somebody may be changing it for longer, and that must not hold up other tables: so it waits
    /// in a thread that is made for waiting.
    async fn state(&self) -> Message {
        let slot = Arc::clone(&self.slot);
        let told = tokio::task::spawn_blocking(move || slot.message(&slot.live())).await;
        told.map_or(Message::Close(None), |message| {
            Message::Text(message.as_ref().into())
        })
    }

    /// Tells everybody how many look on.
    fn count(&self) {
        let pages = self.slot.pages.load(Ordering::Relaxed);
        let message = json!({ "event": "pages", "pages": pages }).to_string();
        let _ = self.slot.news.send(message.into());
    }

    async fn request(&mut self, request: Map<String, Value>) -> Sent {
        let id = request.get("id").cloned().unwrap_or(Value::Null);
        if request.get("request").and_then(Value::as_str) == Some("stop") {
            self.search = Followed::default();
            let done = json!({ "id": id, "answer": "stop" });
            return self.out.send(text(&done)).await;
        }
        let kind = match kind(&request) {
            Ok(kind) => kind,
            Err(fault) => return self.out.send(text(&fault.answer(id))).await,
        };
        if !desk::is_thinking(kind) {
            let answer = answered(&self.app, &self.slot, request, id, kind).await;
            return self.out.send(text(&answer)).await;
        }
        // A page follows one search and one review; asking anew ends the one before.
        let followed = match kind {
            "review" => &mut self.review,
            _ => &mut self.search,
        };
        let (alive, ended) = oneshot::channel();
        *followed = Followed {
            cancel: Cancel::default(),
            _alive: Some(alive),
        };
        let cancel = followed.cancel.clone();
        let (app, slot, out) = (
            Arc::clone(&self.app),
            Arc::clone(&self.slot),
            self.out.clone(),
        );
        tokio::spawn(async move {
            let answer = think(&app, slot, request, &id, kind, (cancel, ended), &out).await;
            let _ = out.send(text(&answer)).await;
        });
        Ok(())
    }
}

/// An answer with the id of its request.
fn labelled(mut answer: Value, id: &Value, kind: &str) -> Value {
    answer["id"] = id.clone();
    answer["answer"] = json!(kind);
    answer
}

async fn answered(
    app: &Arc<App>,
    slot: &Arc<Slot>,
    request: Map<String, Value>,
    id: Value,
    kind: &'static str,
) -> Value {
    let (app, slot) = (Arc::clone(app), Arc::clone(slot));
    let done = tokio::task::spawn_blocking(move || {
        desk::answer(&app.store, &slot, &request, &Cancel::default(), &mut |_| {})
    });
    match done.await {
        Ok(Ok(answer)) => labelled(answer, &id, kind),
        Ok(Err(fault)) => fault.answer(id),
        Err(_) => Fault::new("", "internal error; please report this request").answer(id),
    }
}

/// Waits for a turn and thinks, until the page follows something else; findings are sent as they grow.
async fn think(
    app: &Arc<App>,
    slot: Arc<Slot>,
    request: Map<String, Value>,
    id: &Value,
    kind: &'static str,
    (cancel, ended): (Cancel, oneshot::Receiver<Infallible>),
    out: &mpsc::Sender<Message>,
) -> Value {
    let turn = tokio::select! {
        turn = app.thinking.turn() => turn,
        // It leaves its place in the queue to others.
        _ = ended => Err(Fault::new("", "stopped")),
    };
    let turn = match turn {
        Ok(turn) => turn,
        Err(fault) => return fault.answer(id.clone()),
    };
    if cancel.is_cancelled() {
        return Fault::new("", "stopped").answer(id.clone());
    }
    let (asked, sender, label) = (Arc::clone(app), out.clone(), id.clone());
    let done = tokio::task::spawn_blocking(move || {
        let _until_done = turn;
        desk::answer(&asked.store, &slot, &request, &cancel, &mut |part| {
            let part = labelled(part, &label, kind);
            if sender.blocking_send(text(&part)).is_err() {
                cancel.cancel();
            }
        })
    });
    match done.await {
        Ok(Ok(answer)) => {
            let mut answer = labelled(answer, id, kind);
            answer["last"] = json!(true);
            answer
        }
        Ok(Err(fault)) => fault.answer(id.clone()),
        Err(_) => Fault::new("", "internal error; please report this request").answer(id.clone()),
    }
}
