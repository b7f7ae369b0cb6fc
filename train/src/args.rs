//! What may be typed.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Train a network to play The Reckoners.
#[derive(Debug, Parser)]
#[command(
    name = "reckoners-train",
    version,
    args_conflicts_with_subcommands = true
)]
pub struct Cli {
    /// Something other than training.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Training.
    #[command(flatten)]
    pub train: TrainArgs,
}

/// Something other than training.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Draw the learning curve of a run as SVG
    Plot {
        /// Folder of the run
        run: PathBuf,
        /// Where to write it; curve.svg in the folder of the run unless given
        #[arg(long)]
        out: Option<PathBuf>,
    },
}

/// Training and measuring.
#[derive(Debug, Args)]
pub struct TrainArgs {
    /// Settings of the run, for example configs/train/quick.toml
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pub config: Option<PathBuf>,
    /// Change one setting, for example --set ppo.lr=3e-4; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub overrides: Vec<String>,
    /// Folder of the run; runs/NAME of the configuration unless given
    #[arg(long, value_name = "DIR", conflicts_with = "resume")]
    pub run: Option<PathBuf>,
    /// Replace a run that is already in the folder
    #[arg(long, conflicts_with = "resume")]
    pub fresh: bool,
    /// Go on with the run in this folder
    #[arg(long, value_name = "DIR")]
    pub resume: Option<PathBuf>,
    /// Where the update runs: cpu or cuda
    #[arg(long, value_name = "DEVICE")]
    pub device: Option<String>,
    /// Measure the trainer's speed instead of training
    #[arg(long, conflicts_with_all = ["config", "resume", "run", "fresh"])]
    pub bench: bool,
    /// Sizes of the measurement.
    #[command(flatten)]
    pub sizes: BenchArgs,
}

/// Sizes of the measurement.
#[derive(Debug, Args)]
#[command(next_help_heading = "Measuring (with --bench)")]
pub struct BenchArgs {
    /// Print JSON
    #[arg(long, requires = "bench")]
    pub json: bool,
    /// Length of an observation
    #[arg(long, default_value_t = 512, requires = "bench")]
    pub obs: usize,
    /// Number of actions
    #[arg(long, default_value_t = 256, requires = "bench")]
    pub actions: usize,
    /// Share of observation values that are not zero
    #[arg(long, default_value_t = 1.0, requires = "bench")]
    pub density: f32,
    /// Width of the hidden layers
    #[arg(long, default_value_t = 256, requires = "bench")]
    pub hidden: usize,
    /// Hidden layers of a plain network, or blocks of a residual one
    #[arg(long, default_value_t = 2, requires = "bench")]
    pub layers: usize,
    /// How the layers are chained
    #[arg(long, value_enum, default_value_t = BodyArg::Mlp, requires = "bench")]
    pub body: BodyArg,
    /// The non-linearity
    #[arg(long, value_enum, default_value_t = ActivationArg::Tanh, requires = "bench")]
    pub activation: ActivationArg,
    /// Layer normalisation
    #[arg(long, requires = "bench")]
    pub norm: bool,
    /// Environments side by side
    #[arg(long, default_value_t = 64, requires = "bench")]
    pub envs: usize,
    /// Steps of a rollout
    #[arg(long, default_value_t = 128, requires = "bench")]
    pub steps: usize,
    /// Passes of an update
    #[arg(long, default_value_t = 4, requires = "bench")]
    pub epochs: usize,
    /// Gradients of a pass
    #[arg(long, default_value_t = 4, requires = "bench")]
    pub minibatches: usize,
    /// What computes gradients
    #[arg(long, value_enum, default_value_t = BackendArg::Native, requires = "bench")]
    pub backend: BackendArg,
    /// Worker threads; 0 is one for each core
    #[arg(long, default_value_t = 0, requires = "bench")]
    pub threads: usize,
    /// Timed rollouts and updates in each of three repetitions
    #[arg(long, default_value_t = 4, requires = "bench")]
    pub iterations: usize,
}

/// How the layers are chained.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum BodyArg {
    /// One after the other
    Mlp,
    /// With residual connections
    Residual,
}

/// The non-linearity.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum ActivationArg {
    /// Hyperbolic tangent
    Tanh,
    /// max(x, 0)
    Relu,
}

/// What computes gradients.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum BackendArg {
    /// Plain Rust
    Native,
    /// libtorch
    Torch,
}
