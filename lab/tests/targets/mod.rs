//! The laboratory's fuzz targets, each a function of any bytes.

pub mod experiments;
pub mod games;

/// Name (of the corpus too) and function of each target.
pub const TARGETS: [(&str, fn(&[u8])); 2] =
    [("experiments", experiments::run), ("games", games::run)];
