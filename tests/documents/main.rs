//! Documents, layers and version.

#[path = "../../build.rs"]
#[allow(dead_code)] // its main runs in the build only
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
