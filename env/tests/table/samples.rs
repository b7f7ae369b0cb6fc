use std::path::{Path, PathBuf};

use reckoners_env::Rules;
use reckoners_env::table::Table;
use serde_json::Value;

use crate::play::{any_setup, city_setup, luck, make, random_move, rich, wild};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn samples() -> Vec<(String, String)> {
    let folder = root().join("configs/tables");
    let mut list: Vec<(String, String)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "json"))
        .map(|path| {
            (
                path.display().to_string(),
                std::fs::read_to_string(&path).unwrap(),
            )
        })
        .collect();
    list.sort();
    list
}

#[test]
fn every_sample_loads_and_offers_a_choice() {
    let rules = Rules::embedded();
    let samples = samples();
    assert!(samples.len() >= 6, "only {} sample tables", samples.len());
    for (path, text) in samples {
        let table = match Table::parse(&rules, &text) {
            Ok(table) => table,
            Err(error) => panic!("{path}: {error}"),
        };
        assert!(
            rules.legal(&table.game).len() > 1,
            "{path} offers nothing to decide"
        );
        let full = table.to_text(&rules);
        assert_eq!(Table::parse(&rules, &full).unwrap(), table, "{path}");
        let mut game = table.game;
        let mut rng = luck(1);
        while let Some(step) = random_move(&rules, &game, &mut rng) {
            make(&rules, &mut game, step);
        }
    }
}

/// Whether a value satisfies a schema, for the part of JSON Schema that ours uses.
fn satisfies(root: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    let known = [
        "$ref",
        "type",
        "enum",
        "const",
        "oneOf",
        "anyOf",
        "minimum",
        "maximum",
        "required",
        "properties",
        "additionalProperties",
        "items",
        "minItems",
        "maxItems",
        "description",
        "default",
        "title",
        "$schema",
        "$defs",
        "$id",
        "examples",
        "format",
    ];
    for key in schema.as_object().ok_or("a schema is an object")?.keys() {
        assert!(
            known.contains(&key.as_str()),
            "the schema uses \"{key}\", unknown to this test"
        );
    }
    let fail = |why: String| Err(format!("{value}: {why}"));
    if let Some(target) = schema["$ref"].as_str() {
        let target = root
            .pointer(target.trim_start_matches('#'))
            .expect("a reference leads somewhere");
        satisfies(root, target, value)?;
    }
    let kinds = match &schema["type"] {
        Value::Array(kinds) => kinds.clone(),
        Value::Null => Vec::new(),
        one => vec![one.clone()],
    };
    let is_of = |kind: &Value| match kind.as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_u64() || value.is_i64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("type {other}"),
    };
    if !kinds.is_empty() && !kinds.iter().any(is_of) {
        return fail(format!("not of type {kinds:?}"));
    }
    if let Some(list) = schema["enum"].as_array()
        && !list.contains(value)
    {
        return fail("not in the list".into());
    }
    if schema.get("const").is_some_and(|c| c != value) {
        return fail("not the constant".into());
    }
    if let Some(choices) = schema["oneOf"].as_array() {
        let fitting = choices
            .iter()
            .filter(|s| satisfies(root, s, value).is_ok())
            .count();
        if fitting != 1 {
            return fail(format!("fits {fitting} of the choices"));
        }
    }
    if let Some(choices) = schema["anyOf"].as_array()
        && !choices.iter().any(|s| satisfies(root, s, value).is_ok())
    {
        return fail("fits none of the choices".into());
    }
    if let (Some(least), Some(n)) = (schema["minimum"].as_i64(), value.as_i64())
        && n < least
    {
        return fail(format!("below {least}"));
    }
    if let (Some(most), Some(n)) = (schema["maximum"].as_i64(), value.as_i64())
        && n > most
    {
        return fail(format!("above {most}"));
    }
    if let Some(map) = value.as_object() {
        for key in schema["required"].as_array().into_iter().flatten() {
            if !map.contains_key(key.as_str().unwrap()) {
                return fail(format!("{key} is missing"));
            }
        }
        for (key, value) in map {
            match schema["properties"].get(key) {
                Some(schema) => satisfies(root, schema, value)?,
                None if schema["additionalProperties"] == false => {
                    return fail(format!("unknown key {key}"));
                }
                None => {}
            }
        }
    }
    if let Some(list) = value.as_array() {
        let (least, most) = (schema["minItems"].as_u64(), schema["maxItems"].as_u64());
        let n = list.len() as u64;
        if least.is_some_and(|m| n < m) || most.is_some_and(|m| n > m) {
            return fail(format!("{n} items"));
        }
        if let Some(schema) = schema.get("items") {
            for item in list {
                satisfies(root, schema, item)?;
            }
        }
    }
    Ok(())
}

#[test]
fn the_schema_is_the_one_of_the_structs() {
    let file = root().join("docs/table.schema.json");
    let made = format!("{:#}\n", reckoners_env::table::file::schema());
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&file, &made).unwrap();
    }
    let written = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        written == made,
        "docs/table.schema.json is stale; run: UPDATE_DOCS=1 cargo test -p reckoners-env --test table"
    );
}

#[test]
fn the_schema_accepts_what_the_reader_accepts() {
    let rules = Rules::embedded();
    let schema = reckoners_env::table::file::schema();
    for (path, text) in samples() {
        let value: Value = serde_json::from_str(&text).unwrap();
        satisfies(&schema, &schema, &value).unwrap_or_else(|e| panic!("{path}: {e}"));
    }
    for seed in 0..40 {
        crate::play::play(&rules, rich(&rules, &any_setup(seed)), seed, |game| {
            let value = Table::new(game).to_value(&rules);
            satisfies(&schema, &schema, &value).unwrap_or_else(|e| panic!("{e}\n{value}"));
        });
    }
    for seed in 0..20 {
        crate::play::play(&rules, rich(&rules, &city_setup(seed)), seed, |game| {
            let value = Table::new(game).to_value(&rules);
            satisfies(&schema, &schema, &value).unwrap_or_else(|e| panic!("{e}\n{value}"));
        });
    }
    let modules = any_setup(39);
    crate::play::play(&wild(), rich(&wild(), &modules), 1, |game| {
        let value = Table::new(game).to_value(&rules);
        satisfies(&schema, &schema, &value).unwrap_or_else(|e| panic!("{e}\n{value}"));
    });
    let refuse = |text: &str| {
        let value: Value = serde_json::from_str(text).unwrap();
        assert!(satisfies(&schema, &schema, &value).is_err(), "{text}");
    };
    refuse("{}");
    let (_, text) = &samples()[0];
    refuse(&text.replace("reckoners-table", "other"));
    refuse(&text.replace("\"money\"", "\"mony\""));
    refuse(&text.replace("\"step\": \"", "\"step\": \"un"));
}

#[test]
fn the_examples_of_the_page_are_read_as_they_stand() {
    let rules = Rules::embedded();
    let page = std::fs::read_to_string(root().join("docs/table-file.md")).unwrap();
    let examples: Vec<&str> = page
        .split("```json\n")
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap())
        .collect();
    assert!(!examples.is_empty());
    for name in ["modules-3", "regalia-babilar-3"] {
        let sample = root().join(format!("configs/tables/{name}.json"));
        let sample = std::fs::read_to_string(sample).unwrap();
        assert!(examples.contains(&sample.as_str()), "the sample {name}");
    }
    for example in examples {
        if let Err(error) = Table::parse(&rules, example) {
            panic!("{error}\n{example}");
        }
    }
}

/// The first column of the tables under a heading of the page, each name in backquotes.
fn listed(page: &str, heading: &str) -> Vec<String> {
    let part = page.split(heading).nth(1).expect("the heading is there");
    let part = part.split("\n#").next().unwrap();
    let rows = part.lines().filter(|line| line.starts_with("| `"));
    let cell = |row: &str| row.split("` |").next().unwrap().replace("| ", "");
    let names = rows.flat_map(|row| {
        let names = cell(row);
        let names = names.split("`, `").map(|name| name.replace('`', ""));
        names.collect::<Vec<_>>()
    });
    names.collect()
}

/// The keys of a struct of the file.
fn keys(file: &impl serde::Serialize) -> Vec<String> {
    let value = serde_json::to_value(file).unwrap();
    value.as_object().unwrap().keys().cloned().collect()
}

fn same(what: &str, listed: &[String], known: &[String]) {
    let sorted = |list: &[String]| {
        let mut list = list.to_vec();
        list.sort();
        list
    };
    assert_eq!(sorted(listed), sorted(known), "{what}");
}

#[test]
fn the_page_lists_every_key_step_and_piece_of_work() {
    use reckoners_env::table::file::{BossEntry, CityEntry, DistrictEntry, SeatEntry, TableFile};
    use reckoners_env::table::{WORK_FORMS, step};
    let page = std::fs::read_to_string(root().join("docs/table-file.md")).unwrap();
    let all: Vec<String> = [
        keys(&TableFile::default()),
        keys(&DistrictEntry::default()),
        keys(&SeatEntry::default()),
    ]
    .concat();
    same("keys", &listed(&page, "## Keys of the file"), &all);
    for key in [keys(&BossEntry::default()), keys(&CityEntry::default())].concat() {
        assert!(page.contains(&format!("`{key}`")), "{key}");
    }
    let texts = |list: &[&str]| list.iter().map(|s| (*s).to_owned()).collect::<Vec<_>>();
    same("steps", &listed(&page, "## Steps"), &texts(step::KEYS));
    let forms = listed(&page, "### Agenda");
    same("agenda", &forms, &texts(&WORK_FORMS));
    let words = WORK_FORMS.map(|form| form.split(' ').next().unwrap());
    for word in words {
        let known = reckoners_env::state::Task::WORDS;
        assert!(known.contains(&word), "{word}");
    }
}
