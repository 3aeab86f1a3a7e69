//! The laboratory's fuzz targets, each a function of any bytes.

pub mod experiments;
pub mod games;
pub mod weights;

/// Name (of the corpus too) and function of a target.
type NamedTarget = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: [NamedTarget; 3] =
    [("experiments", experiments::run), ("games", games::run), ("linear-weights", weights::run)];
