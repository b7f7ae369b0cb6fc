//! The command-line arguments.

use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::config::DeviceName;

/// Train a network to play The Reckoners.
///
/// `reckoners-train --config FILE` begins a run. The same command goes on with it when it was
/// stopped or killed; `--resume DIR` does so too, and can change settings.
///
/// Ctrl-C or a termination signal stops a run after its present update and saves it. A hang-up kills
/// it, which loses at most run.checkpoint_seconds of training; start it with nohup to outlive the
/// terminal.
///
/// docs/training.md explains every setting that decides, and every number that TensorBoard shows.
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
        /// Where to write it [default: curve.svg in the folder of the run]
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
    /// Folder of the run [default: runs/NAME, after the configuration file]. A run that is already in it is
    /// continued if its settings are the same
    #[arg(long, value_name = "DIR", conflicts_with = "resume")]
    pub run: Option<PathBuf>,
    /// Start over, replacing any run that is already in the folder
    #[arg(long, conflicts_with = "resume")]
    pub fresh: bool,
    /// Continue the run in this folder, with its own settings as changed by --set
    #[arg(long, value_name = "DIR")]
    pub resume: Option<PathBuf>,
    /// Where the update runs
    #[arg(long, value_enum)]
    pub device: Option<DeviceArg>,
    /// Read card files (*.toml) from this folder instead of the built-in ones; a run can be continued only
    /// with the cards it began with
    #[arg(long, value_name = "DIR")]
    pub cards: Option<PathBuf>,
    /// Print which backend the run uses for its gradients (native or torch) instead of training
    #[arg(long)]
    pub which_backend: bool,
    /// Measure the trainer's speed instead of training
    #[arg(long, conflicts_with_all = [
        "config", "overrides", "run", "fresh", "resume", "device", "cards", "which_backend"
    ])]
    pub bench: bool,
    /// Sizes of the measurement.
    #[command(flatten)]
    pub sizes: BenchArgs,
}

/// Options that conflict with a benchmark size. `--bench` already conflicts with them, which disables clap's own
/// "requires --bench".
const TRAINING: [&str; 2] = ["config", "resume"];

/// Sizes of the measurement.
#[derive(Debug, Args)]
#[command(next_help_heading = "Measuring (with --bench)")]
pub struct BenchArgs {
    /// Print JSON
    #[arg(long, requires = "bench", conflicts_with_all = TRAINING)]
    pub json: bool,
    /// Length of an observation
    #[arg(long, default_value_t = 512, requires = "bench", conflicts_with_all = TRAINING, value_parser = whole(1, 65_536))]
    pub obs: usize,
    /// Number of actions
    #[arg(long, default_value_t = 256, requires = "bench", conflicts_with_all = TRAINING, value_parser = whole(1, 65_535))]
    pub actions: usize,
    /// Fraction of the observation values that are not zero
    #[arg(long, default_value_t = 1.0, requires = "bench", conflicts_with_all = TRAINING, value_parser = share)]
    pub density: f32,
    /// Width of the hidden layers, a multiple of 32
    #[arg(long, default_value_t = 256, requires = "bench", conflicts_with_all = TRAINING, value_parser = whole(32, 4096))]
    pub hidden: usize,
    /// Hidden layers of a plain network, or blocks of a residual one
    #[arg(long, default_value_t = 2, requires = "bench", conflicts_with_all = TRAINING, value_parser = whole(1, 64))]
    pub layers: usize,
    /// How the layers are connected
    #[arg(long, value_enum, default_value_t = BodyArg::Mlp, requires = "bench", conflicts_with_all = TRAINING)]
    pub body: BodyArg,
    /// The non-linearity
    #[arg(long, value_enum, default_value_t = ActivationArg::Tanh, requires = "bench", conflicts_with_all = TRAINING)]
    pub activation: ActivationArg,
    /// Layer normalisation
    #[arg(long, requires = "bench", conflicts_with_all = TRAINING)]
    pub norm: bool,
    /// Environments side by side
    #[arg(long, default_value_t = 64, requires = "bench", conflicts_with_all = TRAINING, value_parser = whole(1, 65_536))]
    pub envs: usize,
    /// Steps of a rollout
    #[arg(long, default_value_t = 128, requires = "bench", conflicts_with_all = TRAINING, value_parser = whole(1, 65_536))]
    pub steps: usize,
    /// Passes of an update
    #[arg(long, default_value_t = 4, requires = "bench", conflicts_with_all = TRAINING, value_parser = whole(1, 100))]
    pub epochs: usize,
    /// Gradients of a pass
    #[arg(long, default_value_t = 4, requires = "bench", conflicts_with_all = TRAINING, value_parser = whole(1, 65_536))]
    pub minibatches: usize,
    /// Backend that computes the gradients
    #[arg(long, value_enum, default_value_t = BackendArg::Native, requires = "bench", conflicts_with_all = TRAINING)]
    pub backend: BackendArg,
    /// Worker threads; 0 is one for each core
    #[arg(long, default_value_t = 0, requires = "bench", conflicts_with_all = TRAINING, value_parser = whole(0, 1024))]
    pub threads: usize,
    /// Timed rollouts and updates in each of three repetitions
    #[arg(long, default_value_t = 4, requires = "bench", conflicts_with_all = TRAINING, value_parser = whole(1, 1_000_000))]
    pub iterations: usize,
}

/// A whole number from `least` to `most`.
fn whole(least: u64, most: u64) -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(least..=most)
}

fn share(text: &str) -> Result<f32, String> {
    let value = text.parse().ok().filter(|x| (0.0..=1.0).contains(x));
    value.ok_or_else(|| "it must be a number from 0 to 1".into())
}

/// Where the update runs.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum DeviceArg {
    /// The processor
    Cpu,
    /// The first graphics card; needs a libtorch that has CUDA
    Cuda,
}

impl From<DeviceArg> for DeviceName {
    fn from(device: DeviceArg) -> Self {
        match device {
            DeviceArg::Cpu => Self::Cpu,
            DeviceArg::Cuda => Self::Cuda,
        }
    }
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
