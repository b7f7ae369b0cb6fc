//! The exceptions of the package, and how Rust's errors become them.

use std::fmt::Display;

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    _core,
    IllegalActionError,
    PyValueError,
    "An action id that the mask does not allow. Nothing was changed."
);

/// A value that cannot be used, with what would be right.
pub(crate) fn value(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Something that cannot be done now.
pub(crate) fn state(error: impl Display) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}
