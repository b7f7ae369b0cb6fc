//! Rules engine and vectorized environment for The Reckoners.
