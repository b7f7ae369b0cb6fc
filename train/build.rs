//! With the feature `torch`: checks that libtorch is there, and writes its place into the binaries and tests of this
//! package so that they run without LD_LIBRARY_PATH.

use std::env;
use std::path::PathBuf;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var_os("CARGO_FEATURE_TORCH").is_none() {
        return;
    }
    match library_folder() {
        Ok(lib) => println!("cargo::rustc-link-arg=-Wl,-rpath,{}", lib.display()),
        Err(message) => println!("cargo::error={message}"),
    }
}

/// The folder that the torch-sys crate links from: it reads the same variables.
fn library_folder() -> Result<PathBuf, String> {
    if variable("LIBTORCH_USE_PYTORCH").is_some() {
        return Err(
            "LIBTORCH_USE_PYTORCH is not supported: unset it, and set LIBTORCH to the \
                    folder of that torch package"
                .into(),
        );
    }
    // `.cargo/config.toml` sets it for every cargo command inside the checkout.
    let Some(libtorch) = variable("LIBTORCH") else {
        return Err("LIBTORCH is not set: run cargo inside the checkout".into());
    };
    let lib = variable("LIBTORCH_LIB")
        .unwrap_or_else(|| libtorch.clone())
        .join("lib");
    println!("cargo::rerun-if-changed={}", lib.display());
    if ["libtorch_cpu.so", "libtorch_cpu.dylib"]
        .iter()
        .any(|name| lib.join(name).is_file())
    {
        Ok(lib)
    } else {
        Err(format!(
            "no libtorch in {}: run `make libtorch`, or set LIBTORCH to a libtorch 2.13.0",
            libtorch.display()
        ))
    }
}

fn variable(name: &str) -> Option<PathBuf> {
    println!("cargo::rerun-if-env-changed={name}");
    env::var_os(name).map(PathBuf::from)
}
