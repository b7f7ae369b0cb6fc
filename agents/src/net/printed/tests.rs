//! Made weights: any order of cards, derivatives, bounds.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::net::entities::{Entities, EntityKind, Pointer};
use crate::net::spec::tests::small;
use crate::net::{Net, Scratch};

fn random(rng: &mut ChaCha8Rng, len: usize, scale: f32) -> Vec<f32> {
    let mut one = || (rng.next_u32() >> 8) as f32 / (1 << 24) as f32 - 0.5;
    (0..len).map(|_| 2.0 * scale * one()).collect()
}

fn spec() -> NetSpec {
    NetSpec {
        entities: Some(Entities {
            width: 32,
            kinds: vec![EntityKind::new("things", 20, 5, 4)],
            pointers: vec![Pointer::new(0, 4, 0, 0)],
        }),
        ..small(40, 12)
    }
}

fn printed() -> Printed {
    let made = |name: &str, kind, place, starts: &[usize]| Use {
        name: name.into(),
        kind,
        place,
        starts: starts.to_vec(),
    };
    Printed {
        width: 16,
        kinds: vec![
            PrintedKind {
                name: "cards".into(),
                rows: 3,
                features: 6,
            },
            PrintedKind {
                name: "dice".into(),
                rows: 2,
                features: 4,
            },
        ],
        uses: vec![
            made("owned", 0, Place::Input, &[1, 6]),
            made("market", 0, Place::Input, &[10]),
            made("things", 1, Place::Entity(0), &[2]),
            made("buy", 0, Place::Policy, &[5]),
            made("take", 1, Place::Policy, &[8, 10]),
        ],
        unread: vec![[20, 20]],
    }
}

fn all(rng: &mut ChaCha8Rng) -> (Weaver, Vec<f32>) {
    let features = Features(vec![random(rng, 18, 1.0), random(rng, 8, 1.0)]);
    let weaver = Weaver::new(&printed(), &spec(), Arc::new(features)).expect("it fits");
    let count = printed()
        .tensors(&spec())
        .last()
        .expect("tensors")
        .range()
        .end;
    (weaver, random(rng, count, 0.3))
}

#[test]
fn cards_in_another_order_play_the_same() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (weaver, parameters) = all(&mut rng);
    let mut moved = (*weaver.features).clone();
    // Cards 0 and 2 change places in the file.
    for i in 0..6 {
        moved.0[0].swap(i, 12 + i);
    }
    let other = weaver.with(Arc::new(moved));
    let net = |weaver: &Weaver| Net::new(&spec(), &weaver.weave(&parameters)).expect("good");
    let obs = random(&mut rng, 40, 1.0);
    let mut swapped = obs.clone();
    for start in [1, 6, 10] {
        swapped.swap(start, start + 2);
    }
    let (mut a, mut b) = (Scratch::new(), Scratch::new());
    net(&weaver).forward(&obs, &[0xfff], &mut a);
    net(&other).forward(&swapped, &[0xfff], &mut b);
    let mut logits = b.logits(0).to_vec();
    logits.swap(5, 7);
    for (a, b) in a.logits(0).iter().zip(&logits) {
        assert!((a - b).abs() < 1e-4, "{a} {b}");
    }
    assert!((a.values()[0] - b.values()[0]).abs() < 1e-4);
    // And a card that does something else is another card.
    net(&weaver).forward(&swapped, &[0xfff], &mut b);
    assert!((a.values()[0] - b.values()[0]).abs() > 1e-4);
}

#[test]
fn the_way_back_is_the_derivative() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let (weaver, mut parameters) = all(&mut rng);
    // A linear function of the playing network's parameters has this gradient by them.
    let by_plain = random(&mut rng, weaver.plain_count(), 1.0);
    let value = |parameters: &[f32]| -> f64 {
        let plain = weaver.weave(parameters);
        plain
            .iter()
            .zip(&by_plain)
            .map(|(p, g)| f64::from(*p) * f64::from(*g))
            .sum()
    };
    let mut gradient = vec![0.0; parameters.len()];
    weaver.unravel(&parameters, &mut by_plain.clone(), 1.0, &mut gradient);
    let mut tried = 0;
    for i in (0..parameters.len()).step_by(7) {
        let (kept, step) = (parameters[i], 1e-2);
        parameters[i] = kept + step;
        let more = value(&parameters);
        parameters[i] = kept - step;
        let less = value(&parameters);
        parameters[i] = kept;
        let slope = (more - less) / f64::from(2.0 * step);
        let found = f64::from(gradient[i]);
        // A code at the kink of its non-linearity has no derivative.
        if (slope - found).abs() > 1e-2 * (1.0 + slope.abs()) {
            tried += 1;
        }
    }
    assert!(tried <= parameters.len() / 7 / 100, "{tried} differ");
}

#[test]
fn no_weight_is_larger_than_its_bound() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let (weaver, parameters) = all(&mut rng);
    let bound = weaver.bound(&parameters);
    let woven = weaver.weave(&parameters);
    assert!(
        woven
            .iter()
            .zip(&bound)
            .all(|(w, b)| w.abs() <= b.abs() + 1e-5)
    );
    assert_ne!(woven, bound);
}

#[test]
fn what_does_not_lie_within_the_network_is_refused() {
    type Change = fn(&mut Printed);
    let cases: [(Change, &str); 8] = [
        (|p| p.width = 0, "printed.width"),
        (|p| p.width = 20, "printed.width"),
        (|p| p.kinds.clear(), "printed.kinds"),
        (|p| p.kinds[0].rows = 0, "printed.kinds.rows"),
        (|p| p.uses[0].kind = 2, "printed.uses.kind"),
        (|p| p.uses[0].starts[0] = 38, "printed.uses.starts"),
        (|p| p.uses[1].starts[0] = 8, "printed.uses.starts"),
        (|p| p.unread[0] = [19, 30], "printed.unread"),
    ];
    printed().validate(&spec()).expect("it fits");
    for (number, (change, field)) in cases.into_iter().enumerate() {
        let mut bad = printed();
        change(&mut bad);
        let error = bad.validate(&spec()).expect_err(field);
        assert_eq!(error.field, field, "case {number}");
    }
}
