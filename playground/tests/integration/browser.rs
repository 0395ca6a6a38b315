//! Headless Chromium over its debugging protocol, with just enough functions to type, click and read.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use data_encoding::BASE64;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// Path of Chromium; `CHROMIUM` overrides it. If it is missing, a message goes directly to the terminal, because the
/// test harness hides the output of passing tests.
fn program() -> Option<PathBuf> {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    let usual = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].map(PathBuf::from);
    let found = named.into_iter().chain(usual).find(|p| p.exists());
    if found.is_none() {
        let test = std::thread::current().name().unwrap_or("a test").to_owned();
        let skipped = "there is no Chromium here (Debian: apt-get install chromium)";
        assert!(std::env::var_os("REQUIRE_BROWSER").is_none(), "{test} cannot run: {skipped}");
        let _ = writeln!(std::io::stderr(), "{test} is SKIPPED: {skipped}");
    }
    found
}

/// Longest wait for a page: as long as for the bot itself, since many tests run at once.
const PATIENCE: Duration = Duration::from_secs(60);

/// Browser with one page. Dropping it ends the process.
pub struct Browser {
    child: Child,
    profile: PathBuf,
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    calls: u64,
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}

impl Browser {
    /// Opens a page in a window of this size; `None` without Chromium.
    pub async fn open(url: &str, width: u32, height: u32) -> Option<Self> {
        static BROWSERS: AtomicUsize = AtomicUsize::new(0);
        let program = program()?;
        let number = BROWSERS.fetch_add(1, Ordering::Relaxed);
        let profile = std::env::temp_dir().join(format!("playground-{}-{number}", std::process::id()));
        let child = Command::new(program)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
            .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
            .args(["--remote-debugging-port=0", &format!("--window-size={width},{height}")])
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg("about:blank")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("Chromium starts");
        let port = profile.join("DevToolsActivePort");
        let port = wait(|| std::fs::read_to_string(&port).ok()?.lines().next()?.parse::<u16>().ok()).await;
        let request = format!("GET /json HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n");
        let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut text = String::new();
        // Chromium keeps the connection open, so the closing bracket marks the end of the list.
        let mut part = [0; 4096];
        while !text.trim_end().ends_with(']') {
            let n = stream.read(&mut part).await.unwrap();
            assert!(n > 0, "no list of pages: {text}");
            text.push_str(&String::from_utf8_lossy(&part[..n]));
        }
        let pages: Value = serde_json::from_str(text.split_once("\r\n\r\n").unwrap().1).unwrap();
        let page = pages.as_array().unwrap().iter().find(|p| p["type"] == "page").unwrap();
        let address = page["webSocketDebuggerUrl"].as_str().unwrap();
        let (socket, _) = tokio_tungstenite::connect_async(address).await.unwrap();
        let mut browser = Self { child, profile, socket, calls: 0 };
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600});
        browser.call("Emulation.setDeviceMetricsOverride", size).await;
        browser.call("Page.navigate", json!({"url": url})).await;
        Some(browser)
    }

    async fn call(&mut self, method: &str, params: Value) -> Value {
        self.calls += 1;
        let id = self.calls;
        let text = json!({"id": id, "method": method, "params": params}).to_string();
        self.socket.send(Message::text(text)).await.unwrap();
        loop {
            let message = self.socket.next().await.unwrap().unwrap();
            let Ok(answer) = serde_json::from_str::<Value>(message.to_text().unwrap_or_default()) else {
                continue;
            };
            if answer["id"] == id {
                assert!(answer["error"].is_null(), "{method}: {answer}");
                return answer["result"].clone();
            }
        }
    }

    /// Evaluates an expression on the page.
    pub async fn eval(&mut self, expression: &str) -> Value {
        let params = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let answer = self.call("Runtime.evaluate", params).await;
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// Waits until an expression is true.
    pub async fn until(&mut self, expression: &str) {
        let start = Instant::now();
        // Before the page is there, the expression may fail.
        let now = format!("(() => {{ try {{ return Boolean({expression}); }} catch {{ return false; }} }})()");
        while self.eval(&now).await != true {
            if start.elapsed() > PATIENCE {
                let page = self.eval("document.body?.innerText").await;
                panic!("never: {expression}\n{}", page.as_str().unwrap_or_default());
            }
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    /// Waits for an element that nothing covers, such as a menu that slides out, and clicks its centre with the mouse.
    pub async fn click(&mut self, selector: &str) {
        let found = format!("document.querySelector({selector:?})");
        let centre = format!(
            "(() => {{ const r = {found}.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }})()"
        );
        self.until(&format!("{found} && !{found}.disabled")).await;
        self.eval(&format!("{found}.scrollIntoView({{block: 'nearest'}})")).await;
        self.until(&format!("{found}.contains(document.elementFromPoint(...{centre}))")).await;
        let at = self.eval(&centre).await;
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({"type": kind, "x": at[0], "y": at[1], "button": "left", "clickCount": 1});
            self.call("Input.dispatchMouseEvent", event).await;
        }
    }

    /// Types into the focused element.
    pub async fn type_text(&mut self, text: &str) {
        for letter in text.chars() {
            let event = json!({"type": "char", "text": letter.to_string()});
            self.call("Input.dispatchKeyEvent", event).await;
        }
    }

    /// Pastes into the focused element: one input event for the whole text.
    #[allow(dead_code, reason = "only the stories paste")]
    pub async fn paste(&mut self, text: &str) {
        self.call("Input.insertText", json!({"text": text})).await;
    }

    /// Presses a key: Enter, Tab, Escape, ArrowDown.
    pub async fn key(&mut self, key: &str) {
        let code = match key {
            "Enter" => 13,
            "Tab" => 9,
            "Escape" => 27,
            _ => 40,
        };
        for kind in ["keyDown", "keyUp"] {
            let mut event = json!({"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code});
            if key == "Enter" && kind == "keyDown" {
                event["text"] = json!("\r");
            }
            self.call("Input.dispatchKeyEvent", event).await;
        }
    }

    /// Selects an option of a select element.
    pub async fn choose(&mut self, selector: &str, label: &str) {
        let found = format!("document.querySelector({selector:?})");
        self.until(&format!("{found} && [...{found}.options].some((o) => o.label === {label:?})")).await;
        self.eval(&format!(
            "(() => {{ const s = {found}; s.value = [...s.options].find((o) => o.label === {label:?}).value; \
             s.dispatchEvent(new Event('change', {{bubbles: true}})); }})()"
        ))
        .await;
    }

    /// Saves a screenshot, if `PLAYGROUND_SHOTS` names a folder.
    pub async fn shot(&mut self, name: &str) {
        let Some(folder) = std::env::var_os("PLAYGROUND_SHOTS") else {
            return;
        };
        let answer = self.call("Page.captureScreenshot", json!({"format": "png"})).await;
        let bytes = BASE64.decode(answer["data"].as_str().unwrap().as_bytes()).unwrap();
        std::fs::write(Path::new(&folder).join(format!("{name}.png")), bytes).unwrap();
    }
}

async fn wait<R>(mut look: impl FnMut() -> Option<R>) -> R {
    let start = Instant::now();
    loop {
        if let Some(out) = look() {
            return out;
        }
        assert!(start.elapsed() < Duration::from_secs(30), "Chromium did not start");
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
}
