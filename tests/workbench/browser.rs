//! Headless Chromium, driven by its DevTools protocol: loads a page, runs script in it, presses keys, and keeps what it complains of.

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};
use tempfile::TempDir;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket, connect};

/// A browser with a profile of its own.
pub struct Browser {
    process: Child,
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    session: String,
    number: u64,
    /// What was complained of: errors, and requests to anybody.
    pub complaints: Vec<String>,
    /// The addresses that were asked for.
    pub asked: Vec<String>,
    _profile: TempDir,
}

/// Chromium by one of its names, if it is there.
pub fn chromium() -> Option<&'static str> {
    let runs = |name: &&str| Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success());
    let found = ["chromium", "chromium-browser", "google-chrome"].into_iter().find(runs);
    if found.is_none() {
        eprintln!(
            "SKIPPED: there is no Chromium here, so the workbench is not opened (Debian: apt-get install chromium)"
        );
    }
    found
}

impl Browser {
    /// Starts it, for a reader of this language.
    pub fn start(chromium: &str, language: &str) -> Browser {
        let profile = tempfile::tempdir().expect("a folder");
        let mut process = Command::new(chromium)
            .args([
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--disable-background-networking",
            ])
            .args(["--disable-component-update", "--disable-sync", "--remote-debugging-port=0"])
            .arg(format!("--accept-lang={language}"))
            .arg(format!("--lang={language}"))
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stderr(Stdio::piped())
            .spawn()
            .expect("Chromium runs");
        let mut lines = BufReader::new(process.stderr.take().expect("its errors")).lines();
        let address = lines
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| line.split_once("listening on ").map(|(_, address)| address.to_owned()));
        // It would stop at a full pipe.
        thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
        let (socket, _) = connect(address.expect("an address").trim()).expect("a connection");
        let mut browser = Browser {
            process,
            socket,
            session: String::new(),
            number: 0,
            complaints: Vec::new(),
            asked: Vec::new(),
            _profile: profile,
        };
        let target = browser.send("Target.createTarget", json!({ "url": "about:blank" }));
        let attached = json!({ "targetId": target["targetId"], "flatten": true });
        let session =
            browser.send("Target.attachToTarget", attached)["sessionId"].as_str().expect("a session").to_owned();
        browser.session = session;
        for domain in ["Runtime", "Log", "Page", "Network"] {
            browser.send(&format!("{domain}.enable"), json!({}));
        }
        browser
    }

    /// Sends a command; its result.
    pub fn send(&mut self, method: &str, parameters: Json) -> Json {
        self.number += 1;
        let mut command = json!({ "id": self.number, "method": method, "params": parameters });
        if !self.session.is_empty() {
            command["sessionId"] = json!(self.session);
        }
        self.socket.send(Message::text(command.to_string())).expect("sent");
        loop {
            let message = self.socket.read().expect("an answer");
            let Ok(text) = message.to_text() else { continue };
            let Ok(message) = serde_json::from_str::<Json>(text) else { continue };
            if message["id"] == self.number {
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].clone();
            }
            self.hear(&message);
        }
    }

    fn hear(&mut self, message: &Json) {
        let of = &message["params"];
        match message["method"].as_str().unwrap_or_default() {
            "Runtime.exceptionThrown" => self.complaints.push(of["exceptionDetails"].to_string()),
            "Log.entryAdded" if of["entry"]["level"] == "error" => self.complaints.push(of["entry"].to_string()),
            "Runtime.consoleAPICalled" if of["type"] == "error" => self.complaints.push(of["args"].to_string()),
            "Network.requestWillBeSent" => self.asked.extend(of["request"]["url"].as_str().map(str::to_owned)),
            _ => {}
        }
    }

    /// A screen of this width.
    pub fn screen(&mut self, width: u32) {
        let size = json!({ "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500 });
        self.send("Emulation.setDeviceMetricsOverride", size);
    }

    /// Opens a page of the workbench, and waits until it is there.
    pub fn open(&mut self, address: &str) {
        self.send("Page.navigate", json!({ "url": address }));
        self.until("document.body && document.body.dataset.ready");
    }

    /// The value of a script.
    pub fn value(&mut self, script: &str) -> Json {
        let asked = json!({ "expression": script, "awaitPromise": true, "returnByValue": true });
        let answer = self.send("Runtime.evaluate", asked);
        assert!(answer["exceptionDetails"].is_null(), "{script}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].clone()
    }

    /// Waits until something holds.
    pub fn until(&mut self, script: &str) {
        let begun = Instant::now();
        while self.value(&format!("Boolean({script})")) != json!(true) {
            let told = self.complaints.join("\n");
            assert!(begun.elapsed() < Duration::from_secs(60), "never: {script}\n{told}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Presses a key.
    pub fn press(&mut self, key: &str) {
        let text = if key == "Enter" { "\r" } else { "" };
        let code = match key {
            "Tab" => 9,
            "Enter" => 13,
            "ArrowRight" => 39,
            _ => 32,
        };
        let event = |kind: &str| json!({ "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code, "text": if kind == "keyDown" { text } else { "" } });
        self.send("Input.dispatchKeyEvent", event("keyDown"));
        self.send("Input.dispatchKeyEvent", event("keyUp"));
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // By its own id, and nobody else.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
