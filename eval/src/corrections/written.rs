//! How the fields of cards are written: what to answer when a value has not the form of its field.

use serde_json::Value;

/// What is wrong with a value and how its field is written, with what is printed there as the example; `reason` is
/// what the reader of card files says.
pub(super) fn remedy(field: &str, value: &Value, printed: &Value, reason: &str) -> String {
    let how = match (field, printed) {
        ("health", _) => "write a whole number, or \"infinite\"".to_owned(),
        (_, Value::Number(n)) => format!("write a whole number, such as {n}"),
        (_, Value::Array(items)) => {
            let items: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
            format!(
                "write a list of words, or the words with commas between them, such as \"{}\"",
                items.join(", ")
            )
        }
        ("reward", Value::Object(_)) => format!(
            "write what it pays as JSON, such as {printed}; what can be paid: enforcement, contain, plan, money, \
             boss_research"
        ),
        (_, Value::Object(_)) => format!("write it as JSON, such as {printed}"),
        _ => format!("write words, such as {printed}"),
    };
    // Of a value of another form the reader knows only how programs call that.
    match (value, printed) {
        (Value::Object(_), Value::Object(_)) => format!("{}; {how}", plain(reason)),
        _ => how,
    }
}

/// The reader's reason in words for people.
fn plain(reason: &str) -> String {
    let words = [
        ("unknown variant", "unknown kind"),
        ("unknown field", "unknown word"),
        ("invalid type: ", ""),
        ("invalid value: ", ""),
        ("integer `", "`"),
        (
            "expected u8",
            "but a whole number from 0 to 255 is expected",
        ),
        ("expected a sequence", "but a list [ ... ] is expected"),
        ("expected a map", "but an object { ... } is expected"),
    ];
    let mut text = reason.to_owned();
    for (from, to) in words {
        text = text.replace(from, to);
    }
    // Rust's names of things say nothing to people.
    if text.contains("expected struct") || text.contains("untagged") {
        return "it has not the form of this field".to_owned();
    }
    text.replace('`', "\"")
}
