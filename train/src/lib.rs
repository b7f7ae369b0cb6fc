//! The PPO trainer.
