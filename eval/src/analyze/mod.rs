//! The analysis protocol: one JSON request a line in, one JSON answer a line out.
//!
//! `docs/analysis-protocol.md` documents it. [`fields`] reads requests and names what is wrong,
//! [`question`] what is asked of a hint, [`apply`] plays steps, [`next`] says what a position waits for,
//! [`lines`] keeps a line within bounds.

pub mod apply;
pub mod fields;
pub mod lines;
pub mod next;
pub mod question;

use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use reckoners_agents::search::Cancel;
use reckoners_env::action::{ACTION_COUNT, ACTION_VERSION};
use reckoners_env::table::{self, Table};
use reckoners_env::words::Speaker;
use serde_json::{Map, Value, json};

use crate::hint::{Advisor, HintOptions};
use fields::{Fault, Fields};
use lines::{Line, MAX_LINE};
use question::Most;

/// Changes when an answer changes its meaning; new fields alone do not change it.
pub const PROTOCOL: u32 = 1;

/// The requests.
pub const REQUESTS: [&str; 5] = ["hint", "legal", "apply", "evaluate", "version"];

/// A conversation. It remembers the last table, so that a request may leave it out.
#[derive(Debug)]
pub struct Session {
    advisor: Advisor,
    current: Option<Table>,
    cancel: Cancel,
}

impl Session {
    /// A new conversation with a hint engine.
    pub fn new(advisor: Advisor) -> Self {
        Self {
            advisor,
            current: None,
            cancel: Cancel::default(),
        }
    }

    /// The same conversation, whose searches end when nobody waits for them any more.
    #[must_use]
    pub fn until(self, cancel: Cancel) -> Self {
        Self { cancel, ..self }
    }

    /// Answers lines until the input ends. Empty lines are passed over.
    pub fn serve(&mut self, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
        while let Some(line) = lines::read(&mut input)? {
            let answer = match line {
                Line::Text(bytes) if bytes.iter().all(u8::is_ascii_whitespace) => continue,
                Line::Text(bytes) => self.answer(&bytes),
                Line::TooLong(bytes) => {
                    let text = format!("the line has {bytes} bytes; at most {MAX_LINE} are read");
                    Fault::new("", text).answer(Value::Null)
                }
            };
            writeln!(output, "{answer}")?;
            output.flush()?;
        }
        Ok(())
    }

    /// Answers one line.
    pub fn answer(&mut self, line: &[u8]) -> Value {
        let parsed = fields::parse(line).and_then(|request| Ok((fields::id(&request)?, request)));
        let (id, request) = match parsed {
            Ok(parsed) => parsed,
            Err(fault) => return fault.answer(Value::Null),
        };
        // The last resort: a mistake in this program must not end the conversation.
        let answered = catch_unwind(AssertUnwindSafe(|| self.dispatch(&request)));
        let result = answered
            .unwrap_or_else(|_| Err(Fault::new("", "internal error; please report this request")));
        match result {
            Err(fault) => fault.answer(id),
            Ok(mut answer) => {
                let mut whole = Map::new();
                whole.insert("id".into(), id);
                whole.append(&mut answer);
                Value::Object(whole)
            }
        }
    }

    fn dispatch(&mut self, request: &Map<String, Value>) -> Result<Map<String, Value>, Fault> {
        let fields = Fields::new(request);
        let kind = fields.kind(&REQUESTS)?;
        let mut answer = Map::new();
        answer.insert("answer".into(), json!(kind));
        let (known, body, table): (&[&str], Value, Option<Table>) = match kind {
            "version" => (&[], self.version(), None),
            "legal" => {
                let table = self.table(&fields)?;
                let most = fields.max_outcomes()?;
                let next = next::next(self.advisor.rules(), &table, most);
                let body = json!({ "digest": digest(&table), "next": next });
                (&["table", "maxOutcomes"], body, Some(table))
            }
            "apply" => {
                let table = self.table(&fields)?;
                let applied = apply::apply(self.advisor.rules(), table, &fields)?;
                let most = fields.max_outcomes()?;
                let body = applied.answer(self.advisor.rules(), most);
                let known = &["table", "steps", "seed", "maxOutcomes"];
                (known, body, Some(applied.table))
            }
            "evaluate" => {
                let table = self.table(&fields)?;
                let mut options = question::thinking(&fields, Most::ALONE)?;
                options.cancel = self.cancel.clone();
                let body = self.evaluate(&table, &options)?;
                (&question::EVALUATE, body, Some(table))
            }
            _ => {
                let table = self.table(&fields)?;
                let rules = self.advisor.rules();
                let mut options = question::question(rules, &table, &fields, Most::ALONE)?;
                options.cancel = self.cancel.clone();
                let hint = self.advisor.hint(&table, &options)?;
                let mut body = serde_json::to_value(hint).expect("a hint is plain data");
                // A hint names whoever decides for people; programs compare keys.
                let decides = table.game.now.is_decision();
                body["acting_key"] = json!(decides.then(|| table.game.actor().reckoner));
                (&question::HINT, body, Some(table))
            }
        };
        // Only a request that was answered changes what the conversation remembers.
        if table.is_some() {
            self.current = table;
        }
        if let Value::Object(mut body) = body {
            answer.append(&mut body);
        }
        let warnings = fields.unknown(known);
        if !warnings.is_empty() {
            answer.insert("warnings".into(), json!(warnings));
        }
        Ok(answer)
    }

    /// The table of a request, or the one of the conversation.
    fn table(&self, fields: &Fields<'_>) -> Result<Table, Fault> {
        let Some(value) = fields.get("table") else {
            let remedy = "send a table file object: no request before this one had any";
            return self
                .current
                .clone()
                .ok_or_else(|| Fault::missing("table", remedy));
        };
        Table::from_value(self.advisor.rules(), value)
            .map_err(|errors| Fault::of_table(&errors, ": `reckoners table check` lists them"))
    }

    fn evaluate(&self, table: &Table, options: &HintOptions) -> Result<Value, Fault> {
        let value = self.advisor.evaluate(&table.game, options)?;
        let raw = HintOptions {
            raw: true,
            ..options.clone()
        };
        let raw = self.advisor.evaluate(&table.game, &raw)?;
        let told = |x: f32| (f64::from(x) * 1e4).round() / 1e4;
        Ok(json!({
            "awaited": Speaker::new(self.advisor.rules(), &table.names).awaited(&table.game),
            "brain": self.advisor.brain().name,
            "note": self.advisor.brain().note_at(self.advisor.rules(), &table.game),
            "searched": !options.raw,
            "seed": options.seed,
            "playouts": value.playouts,
            "win_chance": told(value.win_chance),
            "error": value.error.map(told),
            "raw_win_chance": told(raw.win_chance),
        }))
    }

    fn version(&self) -> Value {
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "protocol": PROTOCOL,
            "cards": self.advisor.rules().catalog().hash,
            "table": { "format": table::FORMAT, "version": table::VERSION },
            "actions": { "version": ACTION_VERSION, "count": ACTION_COUNT },
            "brain": self.advisor.brain().name,
            "note": self.advisor.brain().note,
            "requests": REQUESTS,
        })
    }
}

/// The digest of a table's position, as in traces.
fn digest(table: &Table) -> String {
    format!("{:016x}", table.game.digest())
}
