//! The trainer command line.

fn main() {}
