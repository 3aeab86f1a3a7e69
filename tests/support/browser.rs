//! A real browser, controlled by the Chrome DevTools protocol over two pipes.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Timeout of every wait, for a machine under load.
const TIMEOUT: Duration = Duration::from_secs(60);
/// Programs to look for, in this order.
const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];
/// If this environment variable is set, a missing browser is a failure.
const REQUIRED: &str = "BROWSER_TESTS";

/// Windows virtual key codes of the keys that tests press.
const KEYS: [(&str, u32); 10] = [
    ("Enter", 13),
    ("End", 35),
    ("Home", 36),
    ("ArrowLeft", 37),
    ("ArrowUp", 38),
    ("ArrowRight", 39),
    ("ArrowDown", 40),
    ("n", 78),
    ("N", 78),
    ("f", 70),
];

/// A browser process with one page.
pub struct Browser {
    child: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    events: Vec<Value>,
    session: Option<String>,
    last: u64,
    _profile: TempDir,
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.send("Browser.close", &json!({}));
        let deadline = Instant::now() + Duration::from_secs(10);
        while Instant::now() < deadline && matches!(self.child.try_wait(), Ok(None)) {
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.child.kill().and_then(|()| self.child.wait());
    }
}

#[allow(dead_code)] // each test binary uses a part of it
impl Browser {
    /// Starts a browser with an empty page. Without a browser it prints a line and returns `None`,
    /// unless a browser is required.
    pub fn start() -> Option<Browser> {
        let is_installed = |name: &&&str| {
            Command::new(name).arg("--version").output().is_ok_and(|out| out.status.success())
        };
        let Some(name) = NAMES.iter().find(is_installed) else {
            assert!(
                std::env::var_os(REQUIRED).is_none(),
                "{REQUIRED} is set, and none of {NAMES:?} is installed"
            );
            println!("SKIPPED: none of {NAMES:?} is installed");
            return None;
        };
        let profile = TempDir::new().expect("a temporary folder");
        // The protocol uses descriptors 3 and 4. The shell duplicates them from 0 and 1.
        let script = "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1";
        let mut child = Command::new("sh")
            .args([
                "-c",
                script,
                "sh",
                name,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
            ])
            .args([
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--hide-scrollbars",
            ])
            .args(["--remote-debugging-pipe", "about:blank"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            for message in output.split(0).map_while(Result::ok) {
                let Ok(message) = serde_json::from_slice(&message) else { break };
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        let input = child.stdin.take().expect("piped");
        let mut browser = Browser {
            child,
            input,
            messages,
            events: Vec::new(),
            session: None,
            last: 0,
            _profile: profile,
        };
        let target = browser.call("Target.createTarget", &json!({"url": "about:blank"}));
        let attached = browser.call(
            "Target.attachToTarget",
            &json!({"targetId": target["targetId"], "flatten": true}),
        );
        browser.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page.enable", "Runtime.enable", "Log.enable"] {
            browser.call(domain, &json!({}));
        }
        Some(browser)
    }

    fn send(&mut self, method: &str, parameters: &Value) {
        self.last += 1;
        let mut message = json!({"id": self.last, "method": method, "params": parameters});
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        let _ = self.input.write_all(&bytes).and_then(|()| self.input.flush());
    }

    /// Sends a command of the protocol and returns its result. Events received before it are kept.
    pub fn call(&mut self, method: &str, parameters: &Value) -> Value {
        self.send(method, parameters);
        let id = self.last;
        loop {
            let mut message = self
                .messages
                .recv_timeout(TIMEOUT)
                .unwrap_or_else(|error| panic!("{method}: {error}"));
            if message["id"] == id {
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].take();
            }
            self.events.push(message);
        }
    }

    /// Opens a file, waits until it is loaded, and returns the load time that the browser reports.
    pub fn open(&mut self, page: &Path) -> Duration {
        self.events.clear();
        self.call("Page.navigate", &json!({"url": format!("file://{}", page.display())}));
        let deadline = Instant::now() + TIMEOUT;
        while self.eval("document.readyState + (performance.getEntriesByType('navigation')[0].loadEventEnd > 0)")
            != "completetrue"
        {
            assert!(Instant::now() < deadline, "{} is not loaded", page.display());
            std::thread::sleep(Duration::from_millis(10));
        }
        let took = self.eval("performance.getEntriesByType('navigation')[0].loadEventEnd");
        Duration::from_secs_f64(took.as_f64().expect("milliseconds") / 1e3)
    }

    /// Evaluates a JavaScript expression in the page and returns its value.
    pub fn eval(&mut self, expression: &str) -> Value {
        let parameters = json!({"expression": expression, "returnByValue": true});
        let mut answer = self.call("Runtime.evaluate", &parameters);
        assert!(
            answer["exceptionDetails"].is_null(),
            "{expression}: {}",
            answer["exceptionDetails"]
        );
        answer["result"]["value"].take()
    }

    /// Permits pages to write to the clipboard, and [`Browser::clipboard`] to read it.
    pub fn allow_clipboard(&mut self) {
        let permissions = json!({"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]});
        self.call("Browser.grantPermissions", &permissions);
        self.call("Emulation.setFocusEmulationEnabled", &json!({"enabled": true}));
    }

    /// The text on the clipboard.
    pub fn clipboard(&mut self) -> String {
        let parameters = json!({
            "expression": "navigator.clipboard.readText()", "awaitPromise": true,
            "returnByValue": true, "userGesture": true,
        });
        let answer = self.call("Runtime.evaluate", &parameters);
        answer["result"]["value"].as_str().unwrap_or_default().to_owned()
    }

    /// The text of the first element that matches.
    pub fn text(&mut self, selector: &str) -> String {
        self.eval(&format!("document.querySelector({}).textContent", json!(selector)))
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }

    /// The number of visible elements that match.
    pub fn count(&mut self, selector: &str) -> u64 {
        let visible = "element => element.checkVisibility()";
        self.eval(&format!(
            "[...document.querySelectorAll({})].filter({visible}).length",
            json!(selector)
        ))
        .as_u64()
        .expect("a number")
    }

    /// Moves the pointer onto the first element that matches, and returns its position.
    pub fn hover(&mut self, selector: &str) -> [f64; 2] {
        let position = self.eval(&format!(
            "(() => {{ const e = document.querySelector({}); e.scrollIntoView({{block: 'center'}}); const r = e.getBoundingClientRect(); return [r.x + Math.min(r.width / 2, 40), r.y + r.height / 2]; }})()",
            json!(selector)
        ));
        let [x, y] = [0, 1]
            .map(|at| position[at].as_f64().unwrap_or_else(|| panic!("no element {selector}")));
        self.mouse("mouseMoved", [x - 1.0, y - 1.0]);
        self.mouse("mouseMoved", [x, y]);
        [x, y]
    }

    fn mouse(&mut self, kind: &str, [x, y]: [f64; 2]) {
        let button = if kind == "mouseMoved" { "none" } else { "left" };
        self.call(
            "Input.dispatchMouseEvent",
            &json!({"type": kind, "x": x, "y": y, "button": button, "clickCount": 1}),
        );
    }

    /// Clicks on the first element that matches.
    pub fn click(&mut self, selector: &str) {
        let position = self.hover(selector);
        self.mouse("mousePressed", position);
        self.mouse("mouseReleased", position);
    }

    /// Presses and releases a key.
    pub fn press(&mut self, key: &str) {
        let code = KEYS.iter().find(|(name, _)| *name == key).expect("a key in KEYS").1;
        for kind in ["rawKeyDown", "keyUp"] {
            self.call(
                "Input.dispatchKeyEvent",
                &json!({"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code}),
            );
        }
    }

    /// Sets the size of the window, and the color scheme `light` or `dark`.
    pub fn set_view(&mut self, width: u32, height: u32, scheme: &str) {
        let size =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        self.call("Emulation.setDeviceMetricsOverride", &size);
        let feature = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        self.call("Emulation.setEmulatedMedia", &feature);
    }

    /// Exceptions and logged errors since the page was opened.
    pub fn errors(&mut self) -> Vec<String> {
        self.eval("0"); // earlier events precede this answer
        let is_error = |event: &&Value| {
            let entry = &event["params"]["entry"];
            event["method"] == "Runtime.exceptionThrown"
                || event["method"] == "Log.entryAdded" && entry["level"] == "error"
        };
        self.events.iter().filter(is_error).map(ToString::to_string).collect()
    }
}
