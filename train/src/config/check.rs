//! Range checks. Each names file, key, value and what would be right.

use std::fmt::Display;

use super::{
    BoxConfig, Config, ConfigError, CurriculumConfig, EnvConfig, EvalConfig, NetConfig, PpoConfig,
    RewardConfig, RunConfig, WarmConfig,
};

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
        // Every section is named here, so that a new one cannot be forgotten.
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
        run.broken()
            .or_else(|| net.broken())
            .or_else(|| boxes.broken(run.envs))
            .or_else(|| ppo.broken(run.envs))
            .or_else(|| warm.broken())
            .or_else(|| env.broken())
            .or_else(|| reward.broken())
            .or_else(|| curriculum.broken())
            .or_else(|| eval.broken())
    }
}

/// Whether a rule is kept, the key, its value, and what it must be.
type Rule<'a> = (bool, &'static str, &'a dyn Display, &'static str);

/// The first rule that is broken.
fn first_broken<const N: usize>(rules: [Rule<'_>; N]) -> Option<Broken> {
    let broken = rules.into_iter().find(|(good, ..)| !good);
    broken.map(|(_, key, value, rule)| (key, value.to_string(), rule))
}

impl RunConfig {
    fn broken(&self) -> Option<Broken> {
        first_broken([
            (
                self.total_steps >= 1,
                "run.total_steps",
                &self.total_steps,
                "at least 1",
            ),
            (
                (1..=65_536).contains(&self.envs),
                "run.envs",
                &self.envs,
                "from 1 to 65536",
            ),
            (
                self.threads <= 1024,
                "run.threads",
                &self.threads,
                "at most 1024; 0 takes every core",
            ),
            (
                self.checkpoint_seconds >= 1,
                "run.checkpoint_seconds",
                &self.checkpoint_seconds,
                "at least 1",
            ),
        ])
    }
}

impl NetConfig {
    fn broken(&self) -> Option<Broken> {
        first_broken([
            (
                self.width.is_multiple_of(32) && (32..=4096).contains(&self.width),
                "net.width",
                &self.width,
                "a multiple of 32 from 32 to 4096, for example 256",
            ),
            (self.blocks <= 64, "net.blocks", &self.blocks, "at most 64"),
            (
                self.entities.is_multiple_of(32) && self.entities <= 1024,
                "net.entities",
                &self.entities,
                "0, or a multiple of 32 up to 1024",
            ),
            (
                self.printed.is_multiple_of(16) && self.printed <= 1024,
                "net.printed",
                &self.printed,
                "0, or a multiple of 16 up to 1024",
            ),
        ])
    }
}

impl BoxConfig {
    fn broken(&self, envs: usize) -> Option<Broken> {
        first_broken([
            (
                self.groups <= envs,
                "boxes.groups",
                &self.groups,
                "at most run.envs",
            ),
            (
                self.own <= self.groups,
                "boxes.own",
                &self.own,
                "at most boxes.groups",
            ),
            (
                self.groups == 0 || self.every >= 1,
                "boxes.every",
                &self.every,
                "at least 1",
            ),
            (
                self.every.checked_mul(self.groups as u64).is_some(),
                "boxes.every",
                &self.every,
                "small enough that boxes.every times boxes.groups is at most 18446744073709551615",
            ),
        ])
    }
}

impl PpoConfig {
    fn broken(&self, envs: usize) -> Option<Broken> {
        let batch = envs.saturating_mul(self.steps);
        first_broken([
            (
                (1..=65_536).contains(&self.steps),
                "ppo.steps",
                &self.steps,
                "from 1 to 65536, for example 256",
            ),
            (
                batch <= 1 << 24,
                "run.envs times ppo.steps",
                &batch,
                "at most 16777216, or the batch will not fit in memory",
            ),
            (
                (1..=100).contains(&self.epochs),
                "ppo.epochs",
                &self.epochs,
                "from 1 to 100, for example 3",
            ),
            (
                self.minibatch >= 1 && self.minibatch <= batch,
                "ppo.minibatch",
                &self.minibatch,
                "from 1 to run.envs times ppo.steps",
            ),
            (
                self.lr > 0.0 && self.lr <= 1.0,
                "ppo.lr",
                &self.lr,
                "above 0 and at most 1, for example 3e-4",
            ),
            (
                self.lr_end >= 0.0 && self.lr_end <= 1.0,
                "ppo.lr_end",
                &self.lr_end,
                "from 0 to 1",
            ),
            (
                self.gamma > 0.0 && self.gamma <= 1.0,
                "ppo.gamma",
                &self.gamma,
                "above 0 and at most 1",
            ),
            (
                self.lambda >= 0.0 && self.lambda <= 1.0,
                "ppo.lambda",
                &self.lambda,
                "from 0 to 1, for example 0.99",
            ),
            (
                self.lambda_value >= 0.0 && self.lambda_value <= 1.0,
                "ppo.lambda_value",
                &self.lambda_value,
                "from 0 to 1",
            ),
            (
                self.clip > 0.0 && self.clip < 1.0,
                "ppo.clip",
                &self.clip,
                "between 0 and 1, for example 0.2",
            ),
            (
                self.entropy >= 0.0 && self.entropy <= 1.0,
                "ppo.entropy",
                &self.entropy,
                "from 0 to 1, for example 0.01",
            ),
            (
                self.entropy_end >= 0.0 && self.entropy_end <= 1.0,
                "ppo.entropy_end",
                &self.entropy_end,
                "from 0 to 1",
            ),
            (
                self.value > 0.0 && self.value <= 100.0,
                "ppo.value",
                &self.value,
                "above 0 and at most 100, for example 0.5",
            ),
            (
                self.max_grad_norm > 0.0,
                "ppo.max_grad_norm",
                &self.max_grad_norm,
                "above 0, for example 0.5",
            ),
            (
                self.target_kl >= 0.0,
                "ppo.target_kl",
                &self.target_kl,
                "at least 0; 0 never stops",
            ),
            (
                self.shaping >= 0.0 && self.shaping <= 10.0,
                "ppo.shaping",
                &self.shaping,
                "from 0 to 10",
            ),
            (
                self.shaping <= 0.0 || self.gamma >= 1.0,
                "ppo.gamma",
                &self.gamma,
                "1 when ppo.shaping is above 0, or shaping would change which play is best",
            ),
            (
                (0.0..=1.0).contains(&self.shaping_until),
                "ppo.shaping_until",
                &self.shaping_until,
                "from 0 to 1",
            ),
            (
                self.ema >= 0.0 && self.ema < 1.0,
                "ppo.ema",
                &self.ema,
                "from 0 to below 1, for example 0.99",
            ),
        ])
    }
}

impl WarmConfig {
    fn broken(&self) -> Option<Broken> {
        first_broken([
            (
                (1..=100).contains(&self.epochs),
                "warm.epochs",
                &self.epochs,
                "from 1 to 100",
            ),
            (
                (1..=1 << 20).contains(&self.minibatch),
                "warm.minibatch",
                &self.minibatch,
                "from 1 to 1048576, for example 4096",
            ),
            (
                self.lr > 0.0 && self.lr <= 1.0,
                "warm.lr",
                &self.lr,
                "above 0 and at most 1",
            ),
        ])
    }
}

impl EnvConfig {
    fn broken(&self) -> Option<Broken> {
        let players: Vec<String> = self.players.iter().map(u8::to_string).collect();
        for (key, list) in [
            ("env.players", &players),
            ("env.difficulties", &self.difficulties),
            ("env.pool", &self.pool),
        ] {
            if let Some(name) = repeated(list) {
                let value = format!("a list with {name} twice");
                return Some((key, value, "without repetition"));
            }
        }
        first_broken([
            (
                !self.players.is_empty(),
                "env.players",
                &"empty",
                "a list of player counts, for example [2, 3, 4]",
            ),
            (
                !self.difficulties.is_empty(),
                "env.difficulties",
                &"empty",
                "a list of difficulties",
            ),
            (
                self.round_cap >= 1,
                "env.round_cap",
                &self.round_cap,
                "at least 1, for example 60",
            ),
        ])
    }
}

impl RewardConfig {
    fn broken(&self) -> Option<Broken> {
        let range = 0.0..=100.0;
        let rule = "from 0 to 100";
        first_broken([
            (range.contains(&self.boss), "reward.boss", &self.boss, rule),
            (
                range.contains(&self.population),
                "reward.population",
                &self.population,
                rule,
            ),
            (
                range.contains(&self.danger),
                "reward.danger",
                &self.danger,
                rule,
            ),
        ])
    }
}

impl CurriculumConfig {
    fn broken(&self) -> Option<Broken> {
        let bad = |(_, weight): &(_, &f64)| !(0.0..=1000.0).contains(*weight);
        if let Some((task, weight)) = self.weights.iter().find(bad) {
            let value = format!("{weight} for {task}");
            return Some(("curriculum.weights", value, "from 0 to 1000 for every task"));
        }
        first_broken([(
            (0.0..=1.0).contains(&self.floor),
            "curriculum.floor",
            &self.floor,
            "from 0 to 1, for example 0.2",
        )])
    }
}

impl EvalConfig {
    fn broken(&self) -> Option<Broken> {
        first_broken([(
            self.games >= 1 || self.every_steps == 0,
            "eval.games",
            &self.games,
            "at least 1, or eval.every_steps 0 to never evaluate",
        )])
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
    fn boxes_change_after_a_number_of_updates_that_can_be_counted_in_every_group() {
        let every = "boxes.every=9223372036854775807";
        with(&["boxes.groups=2", every]).expect("the largest number of two groups");
        let message = with(&["boxes.groups=3", every]).expect_err("too many for three");
        assert!(
            message.contains("boxes.every is 9223372036854775807")
                && message.contains("times boxes.groups"),
            "{message}"
        );
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
