//! Table files, words and traces.

#[path = "support/random.rs"]
#[allow(dead_code)]
mod random;

#[path = "table/play.rs"]
mod play;

/// Import and export are inverse.
#[path = "table/identity.rs"]
mod identity;

/// The same for the other bosses and cities.
#[path = "table/cities.rs"]
mod cities;

/// Changed files: whatever is accepted can be played and written.
#[path = "table/mutated.rs"]
mod mutated;

/// Malformed files and their messages.
#[path = "table/malformed.rs"]
mod malformed;

/// The same for games with modules.
#[path = "table/malformed_modules.rs"]
mod malformed_modules;

/// The same for the other bosses and cities.
#[path = "table/malformed_cities.rs"]
mod malformed_cities;

/// The sample tables and the schema.
#[path = "table/samples.rs"]
mod samples;

/// Actions and chance in words.
#[path = "table/words.rs"]
mod words;

/// Recorded games.
#[path = "table/traces.rs"]
mod traces;
