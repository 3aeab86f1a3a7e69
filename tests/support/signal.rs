//! Sends signals to a child process that must be running.

use std::process::{Child, Command};

/// Sends a signal, such as `-INT`, and fails if the child has ended. `kill` alone also succeeds for
/// a child that has ended but was not waited for.
pub fn signal(child: &mut Child, name: &str) {
    let ended = child.try_wait().expect("a child can be waited for");
    assert!(ended.is_none(), "ended before {name}: {ended:?}");
    let sent = Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()), "kill {name} failed");
}
