//! The environments as a whole: masks, observations, episodes, batches, and their pages.

#[path = "env_behaviour/batches.rs"]
mod batches;
#[path = "env_behaviour/docs.rs"]
mod docs;
#[path = "env_behaviour/episodes.rs"]
mod episodes;
#[path = "env_behaviour/masks.rs"]
mod masks;
#[path = "env_behaviour/observations.rs"]
mod observations;
#[path = "env_behaviour/play.rs"]
mod play;
