//! The laboratory's fuzz targets. Each is a function that accepts arbitrary bytes.

pub mod experiments;
pub mod games;
pub mod weights;

/// Name and function of a target. The corpus has the same name.
type NamedTarget = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: [NamedTarget; 3] =
    [("experiments", experiments::run), ("games", games::run), ("linear-weights", weights::run)];
