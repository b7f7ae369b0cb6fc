//! Range checks. Each names file, key, value and what would be right.

use super::{Config, ConfigError};

/// One rule broken: the key, its value, what it must be.
type Broken = (&'static str, String, &'static str);

impl Config {
    /// Checks every range; `name` stands for the file in messages.
    ///
    /// # Errors
    /// Names the first key out of range.
    pub fn check(&self, name: &str) -> Result<(), ConfigError> {
        match self.broken() {
            None => Ok(()),
            Some((key, value, rule)) => Err(ConfigError(format!(
                "{name}: {key} is {value}; it must be {rule}"
            ))),
        }
    }

    fn broken(&self) -> Option<Broken> {
        let Self {
            run,
            net,
            ppo,
            warm,
            env,
            boxes,
            reward,
            curriculum,
            eval,
        } = self;
        let batch = run.envs.saturating_mul(ppo.steps);
        let players: Vec<String> = env.players.iter().map(u8::to_string).collect();
        for (key, list) in [
            ("env.players", &players),
            ("env.difficulties", &env.difficulties),
            ("env.pool", &env.pool),
        ] {
            if let Some(name) = repeated(list) {
                return Some((
                    key,
                    format!("a list with {name} twice"),
                    "without repetition",
                ));
            }
        }
        for (key, weight) in [
            ("reward.boss", reward.boss),
            ("reward.population", reward.population),
            ("reward.danger", reward.danger),
        ] {
            if !(0.0..=100.0).contains(&weight) {
                return Some((key, weight.to_string(), "from 0 to 100"));
            }
        }
        let bad = |(_, weight): &(_, &f64)| !(0.0..=1000.0).contains(*weight);
        if let Some((task, weight)) = curriculum.weights.iter().find(bad) {
            let value = format!("{weight} for {task}");
            return Some(("curriculum.weights", value, "from 0 to 1000 for every task"));
        }
        let rules: [(bool, &'static str, &dyn std::fmt::Display, &'static str); 38] = [
            (
                run.total_steps >= 1,
                "run.total_steps",
                &run.total_steps,
                "at least 1",
            ),
            (
                (1..=65_536).contains(&run.envs),
                "run.envs",
                &run.envs,
                "from 1 to 65536",
            ),
            (
                run.threads <= 1024,
                "run.threads",
                &run.threads,
                "at most 1024; 0 takes every core",
            ),
            (
                run.checkpoint_seconds >= 1,
                "run.checkpoint_seconds",
                &run.checkpoint_seconds,
                "at least 1",
            ),
            (
                net.width.is_multiple_of(32) && (32..=4096).contains(&net.width),
                "net.width",
                &net.width,
                "a multiple of 32 from 32 to 4096, for example 256",
            ),
            (net.blocks <= 64, "net.blocks", &net.blocks, "at most 64"),
            (
                net.entities.is_multiple_of(32) && net.entities <= 1024,
                "net.entities",
                &net.entities,
                "0, or a multiple of 32 up to 1024",
            ),
            (
                net.printed.is_multiple_of(16) && net.printed <= 1024,
                "net.printed",
                &net.printed,
                "0, or a multiple of 16 up to 1024",
            ),
            (
                boxes.groups <= run.envs,
                "boxes.groups",
                &boxes.groups,
                "at most run.envs",
            ),
            (
                boxes.own <= boxes.groups,
                "boxes.own",
                &boxes.own,
                "at most boxes.groups",
            ),
            (
                boxes.groups == 0 || boxes.every >= 1,
                "boxes.every",
                &boxes.every,
                "at least 1",
            ),
            (
                (1..=65_536).contains(&ppo.steps),
                "ppo.steps",
                &ppo.steps,
                "from 1 to 65536, for example 256",
            ),
            (
                batch <= 1 << 24,
                "run.envs times ppo.steps",
                &batch,
                "at most 16777216, or the batch will not fit in memory",
            ),
            (
                (1..=100).contains(&ppo.epochs),
                "ppo.epochs",
                &ppo.epochs,
                "from 1 to 100, for example 3",
            ),
            (
                ppo.minibatch >= 1 && ppo.minibatch <= batch,
                "ppo.minibatch",
                &ppo.minibatch,
                "from 1 to run.envs times ppo.steps",
            ),
            (
                ppo.lr > 0.0 && ppo.lr <= 1.0,
                "ppo.lr",
                &ppo.lr,
                "above 0 and at most 1, for example 3e-4",
            ),
            (
                ppo.lr_end >= 0.0 && ppo.lr_end <= 1.0,
                "ppo.lr_end",
                &ppo.lr_end,
                "from 0 to 1",
            ),
            (
                ppo.gamma > 0.0 && ppo.gamma <= 1.0,
                "ppo.gamma",
                &ppo.gamma,
                "above 0 and at most 1",
            ),
            (
                ppo.lambda >= 0.0 && ppo.lambda <= 1.0,
                "ppo.lambda",
                &ppo.lambda,
                "from 0 to 1, for example 0.99",
            ),
            (
                ppo.lambda_value >= 0.0 && ppo.lambda_value <= 1.0,
                "ppo.lambda_value",
                &ppo.lambda_value,
                "from 0 to 1",
            ),
            (
                ppo.clip > 0.0 && ppo.clip < 1.0,
                "ppo.clip",
                &ppo.clip,
                "between 0 and 1, for example 0.2",
            ),
            (
                ppo.entropy >= 0.0 && ppo.entropy <= 1.0,
                "ppo.entropy",
                &ppo.entropy,
                "from 0 to 1, for example 0.01",
            ),
            (
                ppo.entropy_end >= 0.0 && ppo.entropy_end <= 1.0,
                "ppo.entropy_end",
                &ppo.entropy_end,
                "from 0 to 1",
            ),
            (
                ppo.value > 0.0 && ppo.value <= 100.0,
                "ppo.value",
                &ppo.value,
                "above 0 and at most 100, for example 0.5",
            ),
            (
                ppo.max_grad_norm > 0.0,
                "ppo.max_grad_norm",
                &ppo.max_grad_norm,
                "above 0, for example 0.5",
            ),
            (
                ppo.target_kl >= 0.0,
                "ppo.target_kl",
                &ppo.target_kl,
                "at least 0; 0 never stops",
            ),
            (
                ppo.shaping >= 0.0 && ppo.shaping <= 10.0,
                "ppo.shaping",
                &ppo.shaping,
                "from 0 to 10",
            ),
            (
                ppo.shaping <= 0.0 || ppo.gamma >= 1.0,
                "ppo.gamma",
                &ppo.gamma,
                "1 when ppo.shaping is above 0, or shaping would change which play is best",
            ),
            (
                (0.0..=1.0).contains(&ppo.shaping_until),
                "ppo.shaping_until",
                &ppo.shaping_until,
                "from 0 to 1",
            ),
            (
                ppo.ema >= 0.0 && ppo.ema < 1.0,
                "ppo.ema",
                &ppo.ema,
                "from 0 to below 1, for example 0.99",
            ),
            (
                (1..=100).contains(&warm.epochs),
                "warm.epochs",
                &warm.epochs,
                "from 1 to 100",
            ),
            (
                (1..=1 << 20).contains(&warm.minibatch),
                "warm.minibatch",
                &warm.minibatch,
                "from 1 to 1048576, for example 4096",
            ),
            (
                warm.lr > 0.0 && warm.lr <= 1.0,
                "warm.lr",
                &warm.lr,
                "above 0 and at most 1",
            ),
            (
                !env.players.is_empty(),
                "env.players",
                &"empty",
                "a list of player counts, for example [2, 3, 4]",
            ),
            (
                !env.difficulties.is_empty(),
                "env.difficulties",
                &"empty",
                "a list of difficulties",
            ),
            (
                env.round_cap >= 1,
                "env.round_cap",
                &env.round_cap,
                "at least 1, for example 60",
            ),
            (
                (0.0..=1.0).contains(&curriculum.floor),
                "curriculum.floor",
                &curriculum.floor,
                "from 0 to 1, for example 0.2",
            ),
            (
                eval.games >= 1 || eval.every_steps == 0,
                "eval.games",
                &eval.games,
                "at least 1, or eval.every_steps 0 to never evaluate",
            ),
        ];
        let broken = rules.into_iter().find(|(good, ..)| !good);
        broken.map(|(_, key, value, rule)| (key, value.to_string(), rule))
    }
}

/// The first entry that was there before; names are read without regard to case and outer blanks.
fn repeated(list: &[String]) -> Option<&str> {
    let mut names = list.iter().map(|name| name.trim()).enumerate();
    let same = |a: &str, b: &str| a.eq_ignore_ascii_case(b.trim());
    names.find_map(|(i, name)| list[..i].iter().any(|b| same(name, b)).then_some(name))
}

#[cfg(test)]
mod tests {
    use super::super::{Config, parse};

    const GOOD: &str = include_str!("../../../configs/train/smoke.toml");

    fn with(overrides: &[&str]) -> Result<Config, String> {
        let overrides: Vec<String> = overrides.iter().map(|s| (*s).to_owned()).collect();
        parse("smoke.toml", GOOD, &overrides).map_err(|error| error.0)
    }

    #[test]
    fn shipped_configurations_are_good() {
        for (name, text) in [
            ("smoke.toml", GOOD),
            (
                "quick.toml",
                include_str!("../../../configs/train/quick.toml"),
            ),
            (
                "own-cards.toml",
                include_str!("../../../configs/train/own-cards.toml"),
            ),
            (
                "standard.toml",
                include_str!("../../../configs/train/standard.toml"),
            ),
        ] {
            parse(name, text, &[]).unwrap_or_else(|error| panic!("{error}"));
        }
    }

    #[test]
    fn overrides_change_one_key() {
        let config = with(&["ppo.lr=0.5", "run.total_steps=2e6", "env.players=[2]"]).expect("good");
        assert!((config.ppo.lr - 0.5).abs() < 1e-12);
        assert_eq!(config.run.total_steps, 2_000_000);
        assert_eq!(config.env.players, [2]);
        assert_eq!(config.net, with(&[]).expect("good").net);
    }

    #[test]
    fn messages_name_key_value_and_remedy() {
        for (change, parts) in [
            ("ppo.lr=-1", ["ppo.lr", "-1", "3e-4"]),
            ("ppo.clip=nan", ["ppo.clip", "NaN", "0.2"]),
            ("net.width=100", ["net.width", "100", "multiple of 32"]),
            ("net.entities=9", ["net.entities", "9", "multiple of 32"]),
            (
                "ppo.minibatch=99999999",
                ["ppo.minibatch", "99999999", "run.envs"],
            ),
            ("ppo.lrr=1", ["section ppo", "lrr", "lr_end"]),
            ("pppo.lr=1", ["pppo", "ppo", "env"]),
            ("lr=1", ["lr=1", "section", "ppo.lr"]),
            ("ppo.lr", ["ppo.lr", "section.key=value", "3e-4"]),
            ("eval.games=0", ["eval.games", "0", "at least 1"]),
            (
                "ppo.epochs=many",
                ["--set ppo.epochs=many", "whole number", "3"],
            ),
            (
                "ppo.epochs=-1",
                ["--set ppo.epochs=-1", "whole number", "at least 0"],
            ),
            (
                "env.round_cap=70000",
                ["--set env.round_cap=70000", "whole number", "65535"],
            ),
            (
                r#"env.players=["two"]"#,
                ["--set env.players=", "two", "whole number"],
            ),
            ("env.pool=[1]", ["--set env.pool=[1]", "names", "tia"]),
            (
                "net.norm=1",
                ["--set net.norm=1", "true or false", "example true"],
            ),
            ("net.body=cube", ["--set net.body=cube", "residual", "mlp"]),
        ] {
            let message = with(&[change]).expect_err(change);
            for part in parts {
                assert!(
                    message.contains(part),
                    "{change}: {message:?} lacks {part:?}"
                );
            }
        }
    }

    #[test]
    fn shaping_needs_a_discount_of_one_and_evaluations_need_games_only_if_there_are_any() {
        let message = with(&["ppo.shaping=0.5", "ppo.gamma=0.99"]).expect_err("discounted");
        assert!(message.contains("ppo.gamma is 0.99"), "{message}");
        with(&["ppo.gamma=0.99"]).expect("no shaping");
        with(&["eval.games=0", "eval.every_steps=0"]).expect("no evaluation");
    }

    #[test]
    fn settings_written_and_read_again_are_the_same_and_changes_are_named() {
        let config = with(&["ppo.lr=1e-3", "ppo.lambda=0.97"]).expect("good");
        let text = toml::to_string(&config).expect("plain data");
        let again = parse("config.toml", &text, &[]).expect("good");
        assert!(config.differences(&again).is_empty());
        let other = with(&["ppo.lr=1e-3", "ppo.lambda=0.97", "run.envs=17"]).expect("good");
        assert_eq!(other.differences(&again), ["run.envs is 17, there 16"]);
    }

    #[test]
    fn an_unknown_key_in_the_file_is_refused_with_its_line() {
        let text = GOOD.replace("[ppo]", "[ppo]\nlearning_rate = 1.0");
        let message = parse("mine.toml", &text, &[]).expect_err("unknown key").0;
        assert!(message.starts_with("mine.toml: "), "{message}");
        assert!(
            message.contains("learning_rate") && message.contains("line"),
            "{message}"
        );
    }
}
