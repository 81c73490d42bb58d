//! What every rules system shares and nothing only one needs: dice and their suppliers, measures, tallies,
//! the sampling loop and the exact walk. The engine names no system and no file format.

pub mod measure;
