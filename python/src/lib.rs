//! The Rust half of the Python package `reckoners`: environments, agents, evaluation and hints.
//!
//! `setup` reads what is played from names; `single` and `vector` (over `rows`) are the environments behind the
//! Gymnasium and PettingZoo faces, `state` a position for searches, `policy` agents by name, `evaluate`, `hint`
//! and `checkpoint` the rest of the project; `native` is the engine's own batch, for comparisons. Python's half holds
//! the classes that the frameworks ask for.

mod checkpoint;
mod error;
mod evaluate;
mod hint;
mod native;
mod policy;
mod rows;
mod setup;
mod single;
mod state;
mod vector;
mod view;
mod workers;

use pyo3::prelude::*;

/// The compiled part of `reckoners`; use the package itself.
#[pymodule]
mod _core {
    #[pymodule_export]
    use crate::checkpoint::{network_tensors, read_checkpoint, write_checkpoint};
    #[pymodule_export]
    use crate::error::IllegalActionError;
    #[pymodule_export]
    use crate::evaluate::{evaluation_cells, evaluation_part, evaluation_reports};
    #[pymodule_export]
    use crate::hint::analyze;
    #[pymodule_export]
    use crate::native::{engine_rollout, engine_steps};
    #[pymodule_export]
    use crate::policy::Player;
    #[pymodule_export]
    use crate::setup::task_keywords;
    #[pymodule_export]
    use crate::single::SingleEnv;
    #[pymodule_export]
    use crate::state::Position;
    #[pymodule_export]
    use crate::vector::VectorEnv;
    #[pymodule_export]
    use crate::view::{features, number_name, tables};

    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
