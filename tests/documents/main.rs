//! Documentation pages, layers of the source, and the version that the program reports.

#[path = "../../build.rs"]
#[allow(dead_code)] // `main` is only for the build
mod build;
#[path = "../support/pages.rs"]
mod manual;
#[path = "../support/modules.rs"]
mod modules;
#[path = "../support/program.rs"]
mod program;
#[path = "../support/style.rs"]
mod style;

#[cfg(target_os = "linux")]
mod docs;
mod examples;
#[cfg(target_os = "linux")]
mod install;
mod layers;
mod pages;
mod papers;
#[cfg(unix)]
mod version;
