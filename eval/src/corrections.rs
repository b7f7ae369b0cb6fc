//! Printed values that people corrected from their own box: a few values in a small file instead of a copied
//! folder of card files.

mod written;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use reckoners_env::cards::{Catalog, CatalogError, FILES, INFINITE, Ruleset, build};
use reckoners_env::ids::UnknownName;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::analyze::fields::{Fault, shown};

/// Most corrected values of a table.
const MOST: usize = 500;
/// The longest file of corrections that is read.
pub const MAX_BYTES: u64 = 1 << 18;

/// A printed value that differs in the box on the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Correction {
    /// The file of the card, such as `base/epics.toml`.
    pub file: String,
    /// The card's key, such as `faultline`.
    pub card: String,
    /// The field, such as `research`.
    pub field: String,
    /// What the box says.
    pub value: Value,
}

/// All corrected values of a table.
pub type Corrections = Vec<Correction>;

/// Card files by path, where they differ from the embedded ones.
pub type Texts = BTreeMap<String, String>;

/// The cards of these files with some values corrected; a fault names the correction.
pub fn correct(texts: &Texts, corrections: &[Correction]) -> Result<Catalog, Fault> {
    if corrections.len() > MOST {
        let message = format!("{} values; at most {MOST}", corrections.len());
        return Err(Fault::new("cards", message));
    }
    let places = |range: std::ops::Range<usize>| {
        let files = put_all(texts, corrections, range)?;
        Ok::<_, Fault>(build(&files))
    };
    match places(0..corrections.len())? {
        Ok(catalog) => Ok(catalog),
        Err(error) => {
            // The builder reads whole files: which value it was, each alone tells.
            for (i, correction) in corrections.iter().enumerate() {
                if let Err(error) = places(i..i + 1)? {
                    let error = out_of_range(texts, correction)?.unwrap_or(error);
                    return Err(blamed(texts, i, correction, &error));
                }
            }
            Err(Fault::new("cards", error.to_string()))
        }
    }
}

/// If a value does not fit its type, builds the cards with the largest value (255) instead, because that error names the
/// allowed range.
fn out_of_range(texts: &Texts, correction: &Correction) -> Result<Option<CatalogError>, Fault> {
    let number = correction.value.as_i64();
    if number.is_none_or(|n| (0..=u8::MAX.into()).contains(&n)) {
        return Ok(None);
    }
    let largest = Correction {
        value: json!(u8::MAX),
        ..correction.clone()
    };
    let Err(CatalogError::Value {
        file,
        item,
        field,
        message,
    }) = build(&put_all(texts, &[largest], 0..1)?)
    else {
        return Ok(None);
    };
    // It begins with the number that is out of range; any other message is not about the number.
    let range = message.strip_prefix(&format!("{} ", u8::MAX));
    Ok(range.map(|range| CatalogError::Value {
        file,
        item,
        field,
        message: format!("{} {range}", correction.value),
    }))
}

/// A correction that cannot be, and why.
fn blamed(texts: &Texts, i: usize, correction: &Correction, error: &CatalogError) -> Fault {
    let reason = match error {
        // The parser quotes a file that exists in memory alone, so only its reason is shown.
        CatalogError::Syntax { message, .. } => {
            let last = message.lines().rfind(|line| !line.trim().is_empty());
            let said = last.unwrap_or_default().trim();
            let printed = printed_value(texts, correction).unwrap_or_default();
            written::remedy(&correction.field, &correction.value, &printed, said)
        }
        CatalogError::Value { message, .. } => message.clone(),
        CatalogError::File { .. } => error.to_string(),
    };
    let message = format!(
        "{} cannot be the {} of {} ({}): {reason}",
        shown(&correction.value),
        correction.field,
        correction.card,
        correction.file,
    );
    Fault::new(format!("cards[{i}].value"), message)
}

/// What the program has where a correction goes.
fn printed_value(texts: &Texts, correction: &Correction) -> Option<Value> {
    let file = parse(texts, &correction.file).ok()?;
    let mut cards = cards(&file);
    let card = cards.find(|card| text_of(card, "id") == correction.card)?;
    serde_json::to_value(card.get(&correction.field)?).ok()
}

/// The texts with some of the corrections put in.
fn put_all(
    texts: &Texts,
    corrections: &[Correction],
    range: std::ops::Range<usize>,
) -> Result<Texts, Fault> {
    let mut files: BTreeMap<&str, toml::Table> = BTreeMap::new();
    for i in range {
        let (correction, place) = (&corrections[i], format!("cards[{i}]"));
        let file = match files.get_mut(correction.file.as_str()) {
            Some(file) => file,
            None => {
                let parsed = parse(texts, &correction.file)
                    .map_err(|message| Fault::new(format!("{place}.file"), message))?;
                files.entry(&correction.file).or_insert(parsed)
            }
        };
        put(file, correction, &place)?;
    }
    let mut texts = texts.clone();
    for (path, file) in files {
        let text = toml::to_string(&file).map_err(|e| Fault::new("cards", e.to_string()))?;
        texts.insert(path.to_owned(), text);
    }
    Ok(texts)
}

/// A card file as data.
fn parse(texts: &Texts, path: &str) -> Result<toml::Table, String> {
    let embedded = || FILES.iter().find(|(p, _)| *p == path).map(|(_, t)| *t);
    let text = texts.get(path).map(String::as_str).or_else(embedded);
    let known = FILES.iter().map(|(p, _)| *p);
    let text = text.ok_or_else(|| UnknownName::new("card file", path, known).to_string())?;
    text.parse().map_err(|e| format!("{path}: {e}"))
}

/// The cards of a file.
fn cards(file: &toml::Table) -> impl Iterator<Item = &toml::Table> {
    let lists = file.values().filter_map(toml::Value::as_array);
    lists.flatten().filter_map(toml::Value::as_table)
}

fn text_of<'a>(card: &'a toml::Table, key: &str) -> &'a str {
    card.get(key).and_then(toml::Value::as_str).unwrap_or("")
}

/// What is printed on a card: everything but its key and where the values come from.
fn printed(card: &toml::Table) -> Vec<&str> {
    let keys = card.keys().map(String::as_str);
    keys.filter(|key| !matches!(*key, "id" | "provenance"))
        .collect()
}

/// Puts a value into a card file.
fn put(file: &mut toml::Table, correction: &Correction, place: &str) -> Result<(), Fault> {
    let Correction { card, field, .. } = correction;
    let Some(found) = cards(file).find(|c| text_of(c, "id") == card) else {
        let ids: Vec<&str> = cards(file).map(|c| text_of(c, "id")).collect();
        let message = UnknownName::new("card", card, ids.iter().copied());
        let message = format!("{}: {message}", correction.file);
        return Err(Fault::new(format!("{place}.card"), message));
    };
    let fields = printed(found);
    if !fields.contains(&field.as_str()) {
        let message = UnknownName::new("field", field, fields.iter().copied());
        let message = format!("{card}: {message}");
        return Err(Fault::new(format!("{place}.field"), message));
    }
    let new = toml::Value::try_from(&correction.value)
        .map_err(|e| Fault::new(format!("{place}.value"), e.to_string()))?;
    let lists = file.iter_mut().filter_map(|(_, v)| v.as_array_mut());
    let cards = lists.flatten().filter_map(toml::Value::as_table_mut);
    for found in cards.filter(|c| text_of(c, "id") == card) {
        found.insert(field.clone(), new.clone());
    }
    Ok(())
}

/// A printed value: where it stands and what it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Printed {
    /// The file of the card.
    pub file: String,
    /// The card's key.
    pub card: String,
    /// The value as the program has it.
    pub value: Value,
}

/// Finds a value by the name of its card, or the beginning of it, in some files.
pub fn find(texts: &Texts, files: &[&str], name: &str, field: &str) -> Result<Printed, String> {
    let mut all: Vec<(&str, toml::Table)> = Vec::new();
    for path in files {
        let file = parse(texts, path)?;
        all.extend(cards(&file).map(|card| (*path, card.clone())));
    }
    let wanted = name.trim().to_lowercase();
    let names = |c: &toml::Table| [text_of(c, "id"), text_of(c, "name")].map(str::to_lowercase);
    let exact = |c: &toml::Table| names(c).contains(&wanted);
    let begins = |c: &toml::Table| names(c).iter().any(|n| n.starts_with(&wanted));
    let known = all.iter().map(|(_, card)| text_of(card, "name"));
    let unknown = || UnknownName::new("card", name, known.clone()).to_string();
    let by = |test: &dyn Fn(&toml::Table) -> bool| -> Vec<&(&str, toml::Table)> {
        all.iter().filter(|(_, card)| test(card)).collect()
    };
    let (same, like) = (by(&exact), by(&begins));
    let (file, card) = match (same.as_slice(), like.as_slice()) {
        _ if wanted.is_empty() => return Err(unknown()),
        ([one, ..], _) | ([], [one]) => *one,
        ([], []) => return Err(unknown()),
        ([], several) => {
            let names: Vec<&str> = several.iter().map(|(_, c)| text_of(c, "name")).collect();
            return Err(format!("\"{name}\" could be {}", names.join(" or ")));
        }
    };
    let shown = text_of(card, "name");
    let known = printed(card);
    let Some(value) = card.get(field).filter(|_| known.contains(&field)) else {
        let unknown = UnknownName::new("field", field, known.iter().copied());
        return Err(format!("{shown}: {unknown}"));
    };
    Ok(Printed {
        file: (*file).to_owned(),
        card: text_of(card, "id").to_owned(),
        value: serde_json::to_value(value).map_err(|e| e.to_string())?,
    })
}

/// Removes research and health that equal the printed values, so that the table takes them from whatever cards it is read
/// with; values changed in play stay.
pub fn follow(table: &mut Value, printed: &Catalog, ruleset: &Ruleset) {
    let deck = printed.epic_deck(ruleset);
    let districts = table.get_mut("districts").and_then(Value::as_array_mut);
    for district in districts.into_iter().flatten() {
        let Value::Object(keys) = district else {
            continue;
        };
        let name = keys.get("epic").and_then(Value::as_str);
        let Some(Ok(id)) = name.map(|name| printed.find_epic_in(deck, name)) else {
            continue;
        };
        let card = printed.epic(id);
        let weakened = keys.get("research") == Some(&json!(0));
        let health = match (weakened, card.health) {
            (true, health) => json!(health.min(card.weakened)),
            (false, INFINITE) => json!("infinite"),
            (false, health) => json!(health),
        };
        for (field, value) in [("research", json!(card.research)), ("health", health)] {
            if keys.get(field) == Some(&value) {
                keys.remove(field);
            }
        }
    }
}

/// Where the corrections for a table or a saved game lie: `my-table.cards.json` beside `my-table.json`,
/// `my-game.jsonl.cards.json` beside `my-game.jsonl`, so that the two never share one.
pub fn beside(file: &Path) -> PathBuf {
    if file.extension().is_some_and(|e| e == "json") {
        return file.with_extension("cards.json");
    }
    let mut name = file.as_os_str().to_owned();
    name.push(".cards.json");
    name.into()
}

/// Reads a file of corrections: a list as the program writes it.
pub fn parse_list(text: &str) -> Result<Corrections, String> {
    serde_json::from_str(text).map_err(|e| {
        format!(
            "{e}; write a list of corrections such as \
             [{{\"file\": \"base/epics.toml\", \"card\": \"faultline\", \"field\": \"research\", \"value\": 4}}]"
        )
    })
}

/// The list as a file, a line for each value.
pub fn to_text(corrections: &[Correction]) -> String {
    let line = |c: &Correction| serde_json::to_string(c).map(|line| format!("  {line}"));
    let lines: Vec<String> = corrections.iter().filter_map(|c| line(c).ok()).collect();
    format!("[\n{}\n]\n", lines.join(",\n"))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// One value of an Epic of the base game, corrected.
    pub(crate) fn one(card: &str, field: &str, value: Value) -> Corrections {
        vec![Correction {
            file: "base/epics.toml".into(),
            card: card.into(),
            field: field.into(),
            value,
        }]
    }

    #[test]
    fn a_corrected_value_is_in_the_cards_and_a_wrong_one_is_named() {
        let cards = correct(&Texts::new(), &one("faultline", "research", json!(5))).unwrap();
        let id = cards.find_epic("Faultline").unwrap();
        assert_eq!(cards.epic(id).research, 5);
        for (card, field, value, place, said) in [
            (
                "faultlin",
                "research",
                json!(5),
                "cards[0].card",
                "did you mean \"faultline\"",
            ),
            (
                "faultline",
                "colour",
                json!(5),
                "cards[0].field",
                "one of: ",
            ),
            (
                "faultline",
                "provenance",
                json!({}),
                "cards[0].field",
                "unknown field",
            ),
            (
                "faultline",
                "research",
                json!(1000),
                "cards[0].value",
                "1000",
            ),
            (
                "faultline",
                "research",
                json!("many"),
                "cards[0].value",
                "research of faultline",
            ),
            (
                "faultline",
                "track",
                json!(["FLY"]),
                "cards[0].value",
                "FLY",
            ),
        ] {
            let fault = correct(&Texts::new(), &one(card, field, value)).unwrap_err();
            assert_eq!(fault.field, place);
            assert!(fault.message.contains(said), "{fault:?}");
        }
    }

    #[test]
    fn a_value_of_another_form_is_answered_with_that_of_its_field() {
        let said = |file: &str, card: &str, field: &str, value: Value| {
            let mut list = one(card, field, value);
            list[0].file = file.into();
            correct(&Texts::new(), &list).unwrap_err().message
        };
        let epic = |field: &str, value: Value| said("base/epics.toml", "faultline", field, value);
        let rifle = |field: &str, value: Value| said("base/equipment.toml", "rifle", field, value);
        for (message, words) in [
            (
                epic("reward", json!("3 money")),
                "write what it pays as JSON, such as {\"boss_research\":2,\"contain\":1}",
            ),
            (
                epic("reward", json!({"cash": 3})),
                "unknown word \"cash\", expected one of \"enforcement\"",
            ),
            (
                epic("reward", json!({"money": 400})),
                "a whole number from 0 to 255",
            ),
            (epic("research", json!(400)), "400 is not between 1 and 5"),
            (epic("research", json!(-1)), "-1 is not between 1 and 5"),
            (
                epic("research", json!("x")),
                "write a whole number, such as 3",
            ),
            (epic("health", json!([])), "or \"infinite\""),
            (epic("track", json!(3)), "such as \"BARRICADE 1, POP 1"),
            (rifle("price", json!(1000)), "1000 is not between 0 and 20"),
            (
                rifle("effect", json!("attack 3")),
                "write it as JSON, such as {\"symbols\":{\"gives\":[\"attack 2\"]}}",
            ),
            (
                rifle("effect", json!({"symbol": {}})),
                "unknown kind \"symbol\"",
            ),
        ] {
            assert!(message.contains(words), "no {words} in {message}");
            for leak in ["u8", "struct", "variant", "sequence"] {
                assert!(!message.contains(leak), "{leak} in {message}");
            }
        }
    }

    #[test]
    fn of_several_corrections_the_wrong_one_is_blamed() {
        let mut list = one("faultline", "research", json!(5));
        list.extend(one("nightwielder", "research", json!("x")));
        let fault = correct(&Texts::new(), &list).unwrap_err();
        assert_eq!(fault.field, "cards[1].value");
    }

    #[test]
    fn cards_are_found_by_the_beginning_of_their_names() {
        let files = ["base/epics.toml", "base/equipment.toml"];
        let find = |name: &str, field: &str| find(&Texts::new(), &files, name, field);
        let printed = find("fault", "research").unwrap();
        assert_eq!(
            (printed.card.as_str(), printed.file.as_str()),
            ("faultline", files[0])
        );
        assert_eq!(find("Gauss Gun", "price").unwrap().card, "gauss-gun");
        assert!(find("f", "research").unwrap_err().contains(" or "));
        assert!(find("faultline", "price").unwrap_err().contains("research"));
        assert!(find("", "price").is_err());
    }

    #[test]
    fn only_values_as_printed_follow_the_cards() {
        let rules = reckoners_env::Rules::embedded();
        let text = include_str!("../../configs/tables/middle-4.json");
        let table = reckoners_env::table::Table::parse(&rules, text).unwrap();
        let mut written = table.to_value(&rules);
        follow(&mut written, rules.catalog(), &table.game.ruleset);
        let left = |name: &str| {
            let districts = written["districts"].as_array().unwrap();
            let found = districts.iter().find(|d| d["epic"] == json!(name)).unwrap();
            (found.get("research").cloned(), found.get("health").cloned())
        };
        assert_eq!(left("Digzone"), (None, None));
        // Some of its research is done, its health is not.
        assert_eq!(left("Nightwielder"), (Some(json!(2)), None));
        // Its research is done; its health is the one printed for that.
        assert_eq!(left("Snowfall"), (Some(json!(0)), None));
    }

    #[test]
    fn a_list_reads_back() {
        let list = one("faultline", "track", json!(["POP 1", "ADD_ENF"]));
        assert_eq!(parse_list(&to_text(&list)).unwrap(), list);
        assert!(parse_list("{}").unwrap_err().contains("write a list"));
    }
}
