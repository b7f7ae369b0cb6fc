//! One change of a table as people type it, WHAT=VALUE, with what follows from it: values that belong together on the
//! table change together, so that nobody plays on with those of something that is gone.

use std::collections::BTreeSet;

use anyhow::{Context as _, Result, bail};
use reckoners_env::Rules;
use reckoners_env::cards::{Aid, AidGain, City, Ruleset};
use reckoners_env::ids::{BossKind, CityKind, Difficulty};
use reckoners_env::words::dice;
use serde_json::{Map, Value, json};

/// Keys of a table that hold lists of names.
const LISTS: [&str; 11] = [
    "market",
    "defeated",
    "discarded",
    "aids",
    "cards",
    "used_cards",
    "disabled_cards",
    "resting_cards",
    "dawnslight",
    "effects",
    "coming_effects",
];

/// A value before and after a change; none where there is none, so that its default holds.
#[derive(Debug, PartialEq)]
pub(super) struct Change {
    /// What was changed, as it is typed.
    what: String,
    /// Where it is on the table, as a JSON pointer; empty for a card.
    place: String,
    before: Option<Value>,
    after: Option<Value>,
    /// Whether it followed from another change.
    follows: bool,
}

impl Change {
    /// A corrected card.
    pub(super) fn of_card(what: &str, before: Value, after: Value) -> Self {
        Self {
            what: format!("cards.{what}"),
            place: String::new(),
            before: Some(before),
            after: Some(after),
            follows: false,
        }
    }

    /// What there is to say of it, on the table as it is written.
    pub(super) fn lines(&self, written: &Value) -> Vec<String> {
        // A value that was left to its default is told as what it is now.
        let now = self.after.as_ref().or_else(|| written.pointer(&self.place));
        let after = if self.follows {
            now
        } else {
            self.after.as_ref()
        };
        if self.follows && after == self.before.as_ref() {
            return Vec::new();
        }
        let value = |value: Option<&Value>| {
            value.map_or_else(|| "(not given)".to_owned(), Value::to_string)
        };
        let (before, after) = (value(self.before.as_ref()), value(after));
        if self.place.is_empty() && before == after {
            return vec![format!(
                "{}: {after} already; nothing is corrected",
                self.what
            )];
        }
        let mut lines = vec![format!("{}: {before} -> {after}", self.what)];
        lines.extend(self.back_in_the_deck(written));
        lines
    }

    /// What became of an Epic that is not on the board any more.
    fn back_in_the_deck(&self, written: &Value) -> Option<String> {
        let gone = self.before.as_ref()?.as_str()?;
        if !self.place.starts_with("/districts/") || !self.place.ends_with("/epic") {
            return None;
        }
        let is = |value: &Value| {
            value
                .as_str()
                .is_some_and(|name| name.eq_ignore_ascii_case(gone))
        };
        let mut defeated = written["defeated"].as_array().into_iter().flatten();
        let mut there = written["districts"].as_array().into_iter().flatten();
        if defeated.any(is) || there.any(|place| is(&place["epic"])) {
            return None;
        }
        let names = written["defeated"].as_array().into_iter().flatten();
        let names: Vec<&str> = names.filter_map(Value::as_str).chain([gone]).collect();
        Some(format!(
            "  {gone} is in the deck again; if it was defeated, also: \"defeated={}\"",
            names.join(", ")
        ))
    }
}

/// A key of an object on the table and its new value; none takes it out.
struct Setting {
    /// The object as a JSON pointer.
    object: String,
    key: String,
    value: Option<Value>,
}

impl Setting {
    fn new(object: &str, key: &str, value: Option<Value>) -> Self {
        let (object, key) = (object.to_owned(), key.to_owned());
        Self { object, key, value }
    }

    fn place(&self) -> String {
        format!("{}/{}", self.object, self.key)
    }

    /// Puts the value in and gives the former one.
    fn put(&self, table: &mut Value) -> Option<Value> {
        let map = table.pointer_mut(&self.object)?.as_object_mut()?;
        match self.value.clone() {
            None => map.remove(&self.key),
            Some(value) => map.insert(self.key.clone(), value),
        }
    }
}

/// Makes one change and what follows from it, but for places that were named themselves; whether the result is a
/// position, the table's reader says.
pub(super) fn apply(
    table: &mut Value,
    rules: &Rules,
    change: &str,
    named: &mut BTreeSet<String>,
) -> Result<Vec<Change>> {
    let (what, text) = change
        .split_once('=')
        .context("write WHAT=VALUE, such as population=12")?;
    let (what, text) = (what.trim(), text.trim());
    let mut path: Vec<&str> = what.split('.').map(str::trim).collect();
    let Some(key) = path.pop().filter(|key| !key.is_empty()) else {
        bail!("nothing is named before the equals sign");
    };
    let mut object = find(table, rules, &path)?;
    if object.is_empty() && key == "difficulty" && table["rules"].is_object() {
        object = "/rules".to_owned();
    }
    let emptied = text.is_empty() || key == "epic" && text.eq_ignore_ascii_case("none");
    let value = (!emptied).then(|| read_value(key, text));
    let setting = Setting::new(&object, key, value);
    named.insert(setting.place());
    let before = setting.put(table);
    let further = follow(table, rules, &setting, before.as_ref());
    let mut changes = vec![Change {
        what: what.to_owned(),
        place: setting.place(),
        before,
        after: setting.value,
        follows: false,
    }];
    for setting in further {
        if named.contains(&setting.place()) {
            continue;
        }
        let before = setting.put(table);
        // Beside what was typed it is called as that was, elsewhere by its keys.
        let of = if setting.object == object {
            path.join(".")
        } else {
            setting.object.trim_start_matches('/').replace('/', ".")
        };
        changes.push(Change {
            what: format!("{of}.{}", setting.key),
            place: setting.place(),
            before,
            after: setting.value,
            follows: true,
        });
    }
    Ok(changes)
}

/// What else changes, since it belongs to what was changed.
fn follow(table: &Value, rules: &Rules, setting: &Setting, before: Option<&Value>) -> Vec<Setting> {
    let list = setting.object.split('/').nth(1).unwrap_or_default();
    match (list, setting.key.as_str()) {
        ("districts", "epic") => another_epic(table, rules, setting, before),
        ("districts", "marker") => {
            // All markers together are the boss's research where he has no track: the reader adds them up.
            let own = city(table, rules).is_some_and(|city| city.researched().is_some());
            let research = own.then(|| Setting::new("/boss", "research", None));
            research.into_iter().collect()
        }
        ("reckoners", "rolled") => rolled_anew(table, rules, setting, before),
        ("reckoners", "dawnslight") => cards_drawn(table, rules, setting, before),
        _ => Vec::new(),
    }
}

/// An Epic comes as it is printed and with the bracket of a new one; what was left of another is not its own. Where
/// none comes, stolen cards go back to their owners and rest.
fn another_epic(
    table: &Value,
    rules: &Rules,
    setting: &Setting,
    before: Option<&Value>,
) -> Vec<Setting> {
    let name = |value: Option<&Value>| Some(value?.as_str()?.to_lowercase());
    if name(before) == name(setting.value.as_ref()) {
        return Vec::new();
    }
    let comes = setting.value.is_some();
    // In the prologue the bracket of a new Epic is the default.
    let later = table["round"].as_u64().is_some_and(|round| round > 0);
    let new = (comes && later).then(|| json!(rules.catalog().setup.new_bracket));
    let own = |key: &str, value: Option<Value>| Setting::new(&setting.object, key, value);
    let mut all = vec![
        own("bracket", new),
        own("research", None),
        own("health", None),
    ];
    let stolen = table.pointer(&format!("{}/stolen", setting.object));
    if let (false, Some(Value::Array(stolen))) = (comes, stolen) {
        all.push(own("stolen", None));
        all.extend(given_back(table, stolen));
    }
    all
}

/// Cards go back to their owners, with whom they do nothing until the next round.
fn given_back(table: &Value, stolen: &[Value]) -> Vec<Setting> {
    let mut all = Vec::new();
    let team = table["reckoners"].as_array().into_iter().flatten();
    for (i, seat) in team.enumerate() {
        let owner = seat["name"].as_str();
        let own = stolen.iter().filter(|item| item["owner"].as_str() == owner);
        let own: Vec<Value> = own.map(|item| item["card"].clone()).collect();
        if own.is_empty() || owner.is_none() {
            continue;
        }
        for key in ["cards", "resting_cards"] {
            let mut cards = seat[key].as_array().cloned().unwrap_or_default();
            cards.extend(own.clone());
            let seat = format!("/reckoners/{i}");
            all.push(Setting::new(&seat, key, Some(Value::Array(cards))));
        }
    }
    all
}

/// Dice that are rolled anew are not kept: what was kept stays only beside a roll of the other dice.
fn rolled_anew(
    table: &Value,
    rules: &Rules,
    setting: &Setting,
    before: Option<&Value>,
) -> Vec<Setting> {
    let kinds = |value: Option<&Value>| {
        let text = value.and_then(Value::as_str).unwrap_or_default();
        dice::read(rules.catalog(), text)
            .ok()
            .map(|dice| dice.kinds())
    };
    let kept = table.pointer(&format!("{}/kept", setting.object));
    let all = (kinds(before), kinds(setting.value.as_ref()), kinds(kept));
    let (Some(lay), Some(rolled), Some(kept)) = all else {
        return Vec::new();
    };
    let fits = (lay.iter().zip(rolled)).all(|(lay, rolled)| rolled <= *lay);
    if fits || kept.iter().all(|n| *n == 0) {
        return Vec::new();
    }
    ["kept", "kept_now", "rolls"]
        .map(|key| Setting::new(&setting.object, key, None))
        .into()
}

/// A Dawnslight card that somebody gets has left the deck, or the cards below it; one that is gone lies below.
fn cards_drawn(
    table: &Value,
    rules: &Rules,
    setting: &Setting,
    before: Option<&Value>,
) -> Vec<Setting> {
    let aids = city(table, rules).map_or(&[][..], City::aids);
    let names = |value: Option<&Value>| -> Vec<String> {
        let list = value.and_then(Value::as_array).into_iter().flatten();
        list.filter_map(|name| aid_name(aids, name.as_str()?))
            .collect()
    };
    let (mut gone, mut new) = (names(before), Vec::new());
    for name in names(setting.value.as_ref()) {
        match gone.iter().position(|own| *own == name) {
            Some(same) => drop(gone.remove(same)),
            None => new.push(name),
        }
    }
    // Where no deck is written, it is what lies nowhere else.
    let Some(deck) = table.pointer("/city/deck").and_then(Value::as_object) else {
        return Vec::new();
    };
    let mut deck = deck.clone();
    let mut below = names(table.pointer("/city/below"));
    let mut all = Vec::new();
    for name in new {
        let count = deck.get(&name).and_then(Value::as_u64).unwrap_or(0);
        if count > 0 {
            deck.insert(name.clone(), json!(count - 1));
            all.push(Setting::new("/city/deck", &name, Some(json!(count - 1))));
        } else if let Some(same) = below.iter().position(|lying| *lying == name) {
            below.remove(same);
        }
    }
    below.extend(gone);
    if below != names(table.pointer("/city/below")) {
        all.push(Setting::new("/city", "below", Some(json!(below))));
    }
    all
}

/// The kind of Dawnslight card that is meant, as tables name it.
fn aid_name(aids: &[Aid], text: &str) -> Option<String> {
    let symbols = dice::read_symbols(text).ok();
    let is = |aid: &&Aid| match aid.gain {
        AidGain::Symbols(gives) if symbols == Some(gives) => true,
        _ => aid.name().eq_ignore_ascii_case(text.trim()),
    };
    aids.iter().find(is).map(Aid::name)
}

/// The city of this table, where one is written.
fn city<'a>(table: &Value, rules: &'a Rules) -> Option<&'a City> {
    let name = table.pointer("/rules/city")?.as_str()?;
    let kind: CityKind = name.parse().ok()?;
    Some(rules.catalog().city(kind))
}

/// The object that a path names, as a JSON pointer: the table, its boss by name, a Reckoner by name, a district by
/// number or name.
fn find(table: &mut Value, rules: &Rules, path: &[&str]) -> Result<String> {
    let boss = boss_name(table, rules).to_owned();
    let Value::Object(whole) = table else {
        bail!("the file holds no table");
    };
    let Some((first, rest)) = path.split_first() else {
        return Ok(String::new());
    };
    // A Reckoner may be written as a name alone.
    if let Some(Value::Array(seats)) = whole.get_mut("reckoners") {
        for seat in seats.iter_mut().filter(|seat| seat.is_string()) {
            *seat = json!({ "name": seat.take() });
        }
    }
    let named = |value: &Value, key: &str| {
        let name = value.get(key).and_then(Value::as_str);
        name.is_some_and(|name| name.eq_ignore_ascii_case(first))
    };
    let seat = position(whole, "reckoners", |value| named(value, "name"));
    let number = first.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
    let district = number.or_else(|| {
        position(whole, "districts", |value| {
            named(value, "name") || named(value, "epic")
        })
    });
    let mut at = match (seat, district) {
        (Some(seat), _) => format!("/reckoners/{seat}"),
        (None, Some(place)) => format!("/districts/{place}"),
        (None, None) if first.eq_ignore_ascii_case(&boss) => within(table, "", "boss")?,
        (None, None) => within(table, "", first)?,
    };
    if table.pointer(&at).is_none() {
        bail!("there is no district {first}");
    }
    for key in rest {
        at = within(table, &at, key).with_context(|| format!("{key} is not within {first}"))?;
    }
    if !table.pointer(&at).is_some_and(Value::is_object) {
        bail!("\"{}\" holds no keys", path.join("."));
    }
    Ok(at)
}

/// The value of a key in an object, an empty object where there was none.
fn within(table: &mut Value, object: &str, key: &str) -> Result<String> {
    let map = table.pointer_mut(object).and_then(Value::as_object_mut);
    let map = map.context("nothing can be within it")?;
    map.entry(key).or_insert_with(|| Value::Object(Map::new()));
    Ok(format!("{object}/{key}"))
}

/// Whom the game of this table is about.
fn boss_name<'a>(table: &Value, rules: &'a Rules) -> &'a str {
    let given = table.pointer("/rules/boss").and_then(Value::as_str);
    let kind: Option<BossKind> = given.and_then(|name| name.parse().ok());
    let base = Ruleset::base(Difficulty::ALL[0]).boss;
    &rules.catalog().boss(kind.unwrap_or(base)).name
}

fn position(
    whole: &Map<String, Value>,
    list: &str,
    test: impl Fn(&Value) -> bool,
) -> Option<usize> {
    whole.get(list)?.as_array()?.iter().position(test)
}

/// A value as table files write it: numbers and true or false plain, lists of cards with commas, all else text.
fn read_value(key: &str, text: &str) -> Value {
    match serde_json::from_str(text) {
        Ok(value) => value,
        Err(_) if LISTS.contains(&key) && text.eq_ignore_ascii_case("none") => json!([]),
        Err(_) if LISTS.contains(&key) => list(text),
        Err(_) => Value::String(text.to_owned()),
    }
}

/// A list with commas between its items.
pub(super) fn list(text: &str) -> Value {
    let items = text.split(',').map(str::trim);
    let items = items.filter(|item| !item.is_empty());
    Value::Array(items.map(|item| Value::String(item.to_owned())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn applied(table: &mut Value, change: &str) -> Result<Vec<Change>> {
        apply(table, &Rules::embedded(), change, &mut BTreeSet::new())
    }

    #[test]
    fn changes_reach_what_they_name() {
        let mut table = serde_json::json!({
            "population": 16,
            "boss": { "research": 13 },
            "districts": [{ "epic": "Frostbite" }, { "name": "The Loop" }],
            "reckoners": [{ "name": "tia", "tokens": 1 }, "cody"],
        });
        for change in [
            "population=12",
            "boss.research = 5",
            "steelheart.brackets.red=3",
            "2.enforcement=2",
            "frostbite.bracket=2",
            "TIA.tokens=",
            "tia.cards=Rifle, Jacket",
            "tia.used_cards=Rifle",
            "cody.tokens=3",
            "step=use",
            "tia.resting_cards=none",
        ] {
            applied(&mut table, change).unwrap();
        }
        let expected = serde_json::json!({
            "population": 12,
            "boss": { "research": 5, "brackets": { "red": 3 } },
            "districts": [{ "epic": "Frostbite", "bracket": 2 }, { "name": "The Loop", "enforcement": 2 }],
            "reckoners": [
                { "name": "tia", "cards": ["Rifle", "Jacket"], "used_cards": ["Rifle"], "resting_cards": [] },
                { "name": "cody", "tokens": 3 },
            ],
            "step": "use",
        });
        assert_eq!(table, expected);
        let said = |table: &mut Value, change: &str| {
            let changes = applied(table, change).unwrap();
            changes[0].lines(table).join("\n")
        };
        assert_eq!(said(&mut table, "population=9"), "population: 12 -> 9");
        assert_eq!(
            said(&mut table, "tia.tokens=2"),
            "tia.tokens: (not given) -> 2"
        );
        assert_eq!(said(&mut table, "step="), "step: \"use\" -> (not given)");
        assert!(applied(&mut table, "population 12").is_err());
        assert!(applied(&mut table, "9.enforcement=1").is_err());
        assert!(applied(&mut table, "population.people=1").is_err());
    }
}
