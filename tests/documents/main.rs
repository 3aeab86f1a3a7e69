//! Documentation pages, layers of the source, and the version that the program reports.

#[path = "../../build.rs"]
#[allow(dead_code)] // `main` is only for the build
mod build;
#[path = "../support/pages.rs"]
mod manual;
#[path = "../support/modules.rs"]
mod modules;

#[cfg(target_os = "linux")]
mod docs;
mod examples;
mod layers;
mod pages;
mod papers;
#[cfg(unix)]
mod version;
