//! Epic Armageddon (the French F-ERC rulebook): chapters 1 and 2.
pub mod activation;
pub mod allocation;
pub mod arrival;
pub mod assault;
pub mod barrage;
pub mod battle;
pub mod compile;
pub mod forces;
pub mod measures;
pub mod profile;
pub mod rally;
pub mod saves;
pub mod sections;
pub mod state;
pub mod terrain;
pub mod volley;
