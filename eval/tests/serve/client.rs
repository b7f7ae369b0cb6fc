//! A server in this process, and what clients do with it.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use reckoners_env::Rules;
use reckoners_eval::serve::cards::Source;
use reckoners_eval::serve::store::Store;
use reckoners_eval::serve::{ServeOptions, Server};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

pub(crate) type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A server in this process, with tables in a folder.
pub(crate) struct Running {
    pub(crate) at: SocketAddr,
    task: JoinHandle<()>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.task.abort();
    }
}

pub(crate) async fn start(folder: &Path, token: Option<&str>) -> Running {
    let rules = Rules::embedded();
    let source = Source::new(&rules, BTreeMap::new(), Some("scripted".into())).unwrap();
    let options = ServeOptions {
        bind: "127.0.0.1:0".parse().unwrap(),
        hosts: Vec::new(),
        token: token.map(str::to_owned),
    };
    let server = Server::bind(Store::new(source, folder).unwrap(), &options)
        .await
        .unwrap();
    let address = server.address();
    let at = address.trim_start_matches("http://").split('/').next();
    let at = at.unwrap().parse().unwrap();
    let task = tokio::spawn(server.run(std::future::pending()));
    Running { at, task }
}

/// Sends bytes as they are and gives the status and the body of the answer.
pub(crate) async fn raw(at: SocketAddr, bytes: &[u8]) -> (u16, String) {
    let mut stream = TcpStream::connect(at).await.unwrap();
    // The server may refuse before it has read everything.
    let _ = stream.write_all(bytes).await;
    let mut answer = Vec::new();
    let _ = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut answer)).await;
    let text = String::from_utf8_lossy(&answer).into_owned();
    let status = text.split(' ').nth(1).and_then(|s| s.parse().ok());
    let body = text.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    (status.unwrap_or(0), body.to_owned())
}

pub(crate) async fn get(at: SocketAddr, path: &str, headers: &str) -> (u16, String) {
    let request =
        format!("GET {path} HTTP/1.1\r\nHost: {at}\r\nConnection: close\r\n{headers}\r\n");
    raw(at, request.as_bytes()).await
}

pub(crate) async fn post(at: SocketAddr, path: &str, body: &str) -> (u16, Value) {
    let length = body.len();
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: {at}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    let (status, body) = raw(at, request.as_bytes()).await;
    (status, serde_json::from_str(&body).unwrap_or(Value::Null))
}

pub(crate) async fn new_table(at: SocketAddr) -> String {
    let wish =
        json!({ "sample": "middle-4", "settings": { "own_dice": false, "own_cards": false } });
    let (status, made) = post(at, "/api/tables", &wish.to_string()).await;
    assert_eq!(status, 200, "{made}");
    made["id"].as_str().unwrap().to_owned()
}

pub(crate) async fn visit(at: SocketAddr, id: &str) -> Socket {
    let address = format!("ws://{at}/api/tables/{id}/socket");
    tokio_tungstenite::connect_async(address).await.unwrap().0
}

/// The next message that `wanted` takes.
pub(crate) async fn hear(socket: &mut Socket, wanted: impl Fn(&Value) -> bool) -> Value {
    loop {
        let next = tokio::time::timeout(Duration::from_secs(60), socket.next()).await;
        match next
            .expect("an answer in time")
            .expect("an open socket")
            .unwrap()
        {
            Message::Text(text) => {
                let value: Value = serde_json::from_str(&text).unwrap();
                if wanted(&value) {
                    return value;
                }
            }
            Message::Close(frame) => panic!("closed: {frame:?}"),
            _ => {}
        }
    }
}

pub(crate) async fn ask(socket: &mut Socket, request: Value) -> Value {
    let id = request["id"].clone();
    let text = request.to_string();
    socket.send(Message::text(text)).await.unwrap();
    hear(socket, |m| m["id"] == id && m["last"] != json!(false)).await
}

pub(crate) async fn status(at: SocketAddr) -> Value {
    let (code, body) = get(at, "/api/status", "").await;
    assert_eq!(code, 200);
    serde_json::from_str(&body).unwrap()
}
