//! Checkpoints that are read, refused and written.

use super::*;
use crate::net::entities::{Entities, EntityKind, Pointer};
use crate::net::spec::tests::small;

fn checkpoint() -> Checkpoint {
    let net = small(5, 3);
    let encoding = |hash: &str| Encoding {
        version: 1,
        hash: hash.into(),
    };
    let parameters = (0..net.parameter_count())
        .map(|i| (i % 7) as f32 * 0.01)
        .collect();
    let mut manifest = Manifest::new(net, encoding("obs"), encoding("act"), "cards".into());
    manifest.win_rates = serde_json::json!({ "standard/4": 0.5 });
    Checkpoint {
        manifest,
        parameters,
    }
}

/// Saves, changes the file's bytes, and gives the message of loading it.
fn message(change: impl FnOnce(Vec<u8>) -> Vec<u8>) -> String {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = folder.path().join("net.safetensors");
    checkpoint().save(&file).expect("saves");
    let bytes = change(std::fs::read(&file).expect("reads"));
    std::fs::write(&file, bytes).expect("writes");
    let message = Checkpoint::load(&file).expect_err("broken").to_string();
    assert!(
        message.contains("net.safetensors: "),
        "the file is named: {message}"
    );
    message
}

/// Replaces a text in the header by one of the same length.
fn swapped(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    let at = bytes.windows(from.len()).position(|w| w == from.as_bytes());
    let at = at.expect("the text is in the header");
    [&bytes[..at], to.as_bytes(), &bytes[at + from.len()..]].concat()
}

#[test]
fn a_file_holds_what_was_written_and_replaces_the_former() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = folder.path().join("net.safetensors");
    let mut written = checkpoint();
    written.save(&file).expect("saves");
    written.parameters[0] = 0.5;
    written.save(&file).expect("saves again");
    assert_eq!(Checkpoint::load(&file).expect("loads"), written);
    let files = std::fs::read_dir(folder.path()).expect("lists").count();
    assert_eq!(files, 1, "no temporary file is left");
}

#[test]
fn a_missing_file_and_folder_are_named() {
    let missing = Path::new("/nonexistent/net.safetensors");
    let read = Checkpoint::load(missing).expect_err("missing").to_string();
    assert!(
        read.contains("cannot read") && read.contains("/nonexistent"),
        "{read}"
    );
    let write = checkpoint().save(missing).expect_err("missing").to_string();
    assert!(write.contains("cannot write"), "{write}");
}

#[test]
fn cut_short_or_another_kind_of_file() {
    for keep in [0, 4, 100] {
        let said = message(|bytes| bytes[..keep].to_vec());
        assert!(
            said.contains("not a complete safetensors file"),
            "{keep}: {said}"
        );
    }
    let said = message(|bytes| bytes[..bytes.len() - 10].to_vec());
    assert!(said.contains("not a complete safetensors file"), "{said}");
    let said = message(|_| b"PK\x03\x04 this is a zip file, not a network".to_vec());
    assert!(said.contains("not a complete safetensors file"), "{said}");
}

#[test]
fn a_file_without_a_manifest() {
    let said = message(|bytes| swapped(&bytes, "\"manifest\"", "\"manifesT\""));
    assert!(
        said.contains("manifest") && said.contains("missing"),
        "{said}"
    );
}

#[test]
fn another_format_version() {
    let said = message(|bytes| swapped(&bytes, "\\\"format\\\":1", "\\\"format\\\":9"));
    assert!(
        said.contains("format 9") && said.contains("format 1"),
        "{said}"
    );
}

#[test]
fn sizes_that_do_not_fit_the_tensors_or_cannot_be_built() {
    let said = message(|bytes| swapped(&bytes, "\\\"width\\\":32", "\\\"width\\\":64"));
    assert!(
        said.contains("input.weight") && said.contains("[64, 5]"),
        "{said}"
    );
    let said = message(|bytes| swapped(&bytes, "\\\"width\\\":32", "\\\"width\\\":33"));
    assert!(
        said.contains("width is 33") && said.contains("multiple of 32"),
        "{said}"
    );
    let said = message(|bytes| swapped(&bytes, "\"value.bias\"", "\"value.bios\""));
    assert!(said.contains("value.bias is missing"), "{said}");
}

#[test]
fn a_shape_with_parts_that_are_not_known_is_refused() {
    let said = message(|bytes| swapped(&bytes, "\\\"norm\\\":true", "\\\"form\\\":true"));
    assert!(said.contains("unknown field `form`"), "{said}");
    let said = message(|bytes| swapped(&bytes, "\\\"blocks\\\":1", "\\\"blocks\\\":0"));
    assert!(
        said.contains("blocks.0.") && said.contains("not one of this network"),
        "{said}"
    );
}

#[test]
fn entities_travel_with_the_file() {
    let mut written = checkpoint();
    written.manifest.shape.net.entities = Some(Entities {
        width: 32,
        kinds: vec![EntityKind::new("pairs", 1, 2, 2)],
        pointers: vec![Pointer::new(1, 2, 0, 0)],
    });
    let count = written.manifest.shape.net.parameter_count();
    written.parameters.resize(count, 0.25);
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = folder.path().join("net.safetensors");
    written.save(&file).expect("saves");
    assert_eq!(Checkpoint::load(&file).expect("loads"), written);
}

#[test]
fn weights_too_wild_to_play_with() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = folder.path().join("net.safetensors");
    let mut wild = checkpoint();
    wild.parameters.fill(1e9);
    let refused = wild.save(&file).expect_err("too wild").to_string();
    assert!(
        refused.contains("could reach") && !file.exists(),
        "{refused}"
    );
    wild.write(&file).expect("writes");
    let said = Checkpoint::load(&file).expect_err("too wild").to_string();
    assert!(
        said.contains("could reach") && said.contains("net.norm"),
        "{said}"
    );
}

#[test]
fn another_size_than_the_game_has() {
    let file = Path::new("net.safetensors");
    checkpoint().expect_sizes(file, 5, 3).expect("the same");
    for (obs, actions, part) in [(6, 3, "observation length 5"), (5, 4, "actions 3")] {
        let said = checkpoint().expect_sizes(file, obs, actions);
        let said = said.expect_err(part).to_string();
        assert!(said.contains(part), "{said}");
    }
}

#[test]
fn a_weight_that_is_not_a_number() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = folder.path().join("net.safetensors");
    for value in [f32::NAN, f32::INFINITY] {
        let mut bad = checkpoint();
        *bad.parameters.last_mut().expect("some") = value;
        let refused = bad.save(&file).expect_err("no number").to_string();
        bad.write(&file).expect("writes");
        let said = Checkpoint::load(&file).expect_err("no number").to_string();
        for said in [refused, said] {
            assert!(said.contains(&format!("{value} at index")), "{said}");
        }
    }
}

#[test]
fn a_flipped_bit_is_noticed_and_a_file_without_a_checksum_still_loads() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = folder.path().join("net.safetensors");
    checkpoint().save(&file).expect("saves");
    let good = std::fs::read(&file).expect("reads");
    let (_, header) = SafeTensors::read_metadata(&good).expect("a checkpoint");
    let start = good.len() - header.data_len();
    // The lowest bit of a weight changes it so little that nothing else would notice.
    for byte in (start..good.len()).step_by(4) {
        let mut bytes = good.clone();
        bytes[byte] ^= 1;
        let said = Checkpoint::parse(&file, &bytes).expect_err("damaged");
        assert!(said.to_string().contains("checksum"), "{said}");
    }
    let said = message(|bytes| swapped(&bytes, "\\\"steps\\\":0", "\\\"steps\\\":7"));
    assert!(said.contains("checksum"), "{said}");
    let older = swapped(&good, "\"checksum\"", "\"otherkey\"");
    assert_eq!(
        Checkpoint::parse(&file, &older).expect("loads"),
        checkpoint()
    );
}

#[test]
fn what_is_no_file_or_far_too_large_is_not_read() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let sparse = folder.path().join("sparse");
    let made = std::fs::File::create(&sparse).and_then(|file| file.set_len(5 << 30));
    made.expect("a sparse file");
    for (file, part) in [
        (Path::new("/dev/zero"), "not a regular file"),
        (&sparse, "5368709120 bytes"),
    ] {
        let said = Checkpoint::load(file).expect_err("refused").to_string();
        assert!(
            said.contains("cannot read") && said.contains(part),
            "{said}"
        );
    }
}

#[test]
fn fields_that_a_newer_program_added_are_left_alone() {
    let mut json = serde_json::to_value(checkpoint().manifest).expect("plain data");
    json["new_field"] = 5.into();
    let text = json.to_string();
    let read = parse_manifest(Path::new("x"), Some(&text)).expect("tolerated");
    assert_eq!(read, checkpoint().manifest);
}

#[test]
fn another_encoding_or_catalog_is_refused() {
    let checkpoint = checkpoint();
    let file = Path::new("net.safetensors");
    let encoding = |version, hash: &str| Encoding {
        version,
        hash: hash.into(),
    };
    let (obs, act) = (encoding(1, "obs"), encoding(1, "act"));
    checkpoint
        .expect_encodings(file, &obs, &act)
        .and_then(|()| checkpoint.expect_cards(file, "cards"))
        .expect("the same");
    for (result, part) in [
        (
            checkpoint.expect_encodings(file, &encoding(2, "obs"), &act),
            "observation version 1",
        ),
        (
            checkpoint.expect_encodings(file, &encoding(1, "x"), &act),
            "version 1 (x)",
        ),
        (
            checkpoint.expect_encodings(file, &obs, &encoding(3, "act")),
            "action version 1",
        ),
        (checkpoint.expect_cards(file, "mine"), "card catalog cards"),
    ] {
        let said = result.expect_err(part).to_string();
        assert!(
            said.contains(part) && said.contains("net.safetensors"),
            "{said}"
        );
    }
}
