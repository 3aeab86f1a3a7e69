//! What lies beside the repository, in `../shared`, for it is too large to lie in it.

/// Where this is set to `required`, data that are missing are a failure.
const REQUIRED: &str = "SHARED_DATA";

/// Says that a test cannot be done, and why; fails where it has to be done.
pub fn skip(why: &str) {
    assert!(
        std::env::var(REQUIRED).as_deref() != Ok("required"),
        "{REQUIRED} is required, and {why}"
    );
    println!("skipped: {why}");
}
