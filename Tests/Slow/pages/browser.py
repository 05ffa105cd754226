"""A browser for tests of pages: Debian's Chromium, headless."""

import contextlib
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time
from base64 import b64decode

from messages import fail

PROJECT = pathlib.Path(__file__).resolve().parents[3]

# The lowest contrast between text and its background, with the element.
CONTRAST = """(() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const light = (color) => {
    canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((v) =>
      v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const ground = (made) => { for (; made; made = made.parentElement) {
    const color = getComputedStyle(made).backgroundColor;
    if (color !== "rgba(0, 0, 0, 0)") return color; } return "white"; };
  return [...document.querySelectorAll("h1, h2, .hint, .card p, .badge, .cell, .folder, .tag, td, th, dt, dd, .chips button:enabled, .is-warning, .is-bad, .switch span")]
    .filter((made) => made.textContent.trim() && made.checkVisibility()).map((made) => {
      const [a, b] = [light(getComputedStyle(made).color), light(ground(made))].sort((x, y) => y - x);
      return [(a + 0.05) / (b + 0.05), made.className || made.tagName, made.textContent.slice(0, 30)]; })
    .sort((x, y) => x[0] - y[0])[0]; })()"""
TIMEOUT = 60  # seconds to wait for the browser, also on a busy machine


class Browser:
    """A headless Chromium, controlled with the DevTools protocol over a pipe, without a port or driver."""

    def __init__(self, folder):
        program = shutil.which("chromium") or fail(
            "'chromium' not found", "run scripts/install-packages browser"
        )
        commands, self.commands = os.pipe()
        self.messages, messages = os.pipe()

        def pass_pipes():
            # Chromium reads from descriptor 3 and writes to 4. One of the pipes may already have such a number.
            spare = [os.dup2(end, 60 + n) for n, end in enumerate((commands, messages))]
            for number, end in zip((3, 4), spare, strict=True):
                os.dup2(end, number)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
            + ["--hide-scrollbars", "--no-first-run", "--disable-extensions"]
            + ["--remote-debugging-pipe", f"--user-data-dir={folder}", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            close_fds=False, preexec_fn=pass_pipes,
        )
        os.close(commands)
        os.close(messages)
        os.set_blocking(self.messages, False)
        self.rest, self.number, self.events = b"", 0, []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self.session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    session = None

    def messages_until(self, purpose):
        """Yields the messages of the browser, until the caller has found what it waits for or the time is over."""
        deadline = time.monotonic() + TIMEOUT
        while True:
            yield self.message(deadline, purpose)

    def message(self, deadline, purpose):
        """Returns the next message of the browser."""
        while b"\0" not in self.rest:
            try:
                data = os.read(self.messages, 1 << 20)
                if not data:
                    fail("the browser has exited")
                self.rest += data
            except BlockingIOError:
                time.sleep(0.005)
            if time.monotonic() > deadline:
                fail(f"the browser has not sent {purpose} in {TIMEOUT} seconds")
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **parameters):
        """Calls a method of the DevTools protocol, and returns its result."""
        self.number += 1
        command = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            command["sessionId"] = self.session
        os.write(self.commands, json.dumps(command).encode() + b"\0")
        for message in self.messages_until(f"the answer to {method}"):
            if message.get("id") == self.number:
                if "error" in message:
                    fail(f"{method}: {message['error']['message']}")
                return message["result"]
            self.events.append(message)

    def open(self, page, width=1280, height=900, dark=False):
        """Opens a file or a URL, and returns after it has loaded."""
        self.resize(width, height)
        self.prefer("dark" if dark else "light")
        self.events.clear()
        url = page if str(page).startswith("http") else pathlib.Path(page).resolve().as_uri()
        self.call("Page.navigate", url=url)
        self.wait_until_loaded()

    def wait_until_loaded(self):
        def is_loaded():
            return any(event["method"] == "Page.loadEventFired" for event in self.events)

        if is_loaded():
            return
        for message in self.messages_until("the end of loading a page"):
            self.events.append(message)
            if is_loaded():
                return

    def resize(self, width, height):
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=False,
        )

    def prefer(self, scheme):
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.call("Emulation.setEmulatedMedia", features=features)

    def run(self, script):
        """Returns the value of a JavaScript expression in the page."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            fail(f"{script}: {result['exceptionDetails']['exception'].get('description')}")
        return result["result"].get("value")

    def press(self, key, code=None, text=None):
        for kind in ("keyDown", "keyUp"):
            press = {"type": kind, "key": key, "code": code or key}
            numbers = {"Enter": 13, "Tab": 9, "Backspace": 8, "ArrowRight": 39, "ArrowLeft": 37, "ArrowDown": 40}
            press["windowsVirtualKeyCode"] = numbers.get(key, ord(key[0].upper()))
            if kind == "keyDown" and (text or key == "Enter"):
                press["text"] = text or "\r"
            self.call("Input.dispatchKeyEvent", **press)

    def type(self, text):
        for letter in text:
            self.press(letter, text=letter)

    def problems(self, origin="file:"):
        """Returns exceptions, console messages, policy violations and requests to other origins."""
        self.run("new Promise((done) => setTimeout(done, 100))")
        found = []
        for event in self.events:
            method, detail = event["method"], event["params"]
            if method == "Runtime.exceptionThrown":
                found.append(detail["exceptionDetails"]["exception"].get("description", "exception"))
            elif method == "Runtime.consoleAPICalled":
                found.append(f"console.{detail['type']}")
            elif method == "Log.entryAdded" and detail["entry"]["level"] in ("warning", "error"):
                found.append(detail["entry"]["text"])
            elif method == "Network.requestWillBeSent":
                if not detail["request"]["url"].startswith((origin, "data:")):
                    found.append(f"request for {detail['request']['url']}")
        return found

    def shoot(self, picture):
        result = self.call("Page.captureScreenshot", format="png")
        pathlib.Path(picture).write_bytes(b64decode(result["data"]))

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


@contextlib.contextmanager
def open_browser():
    """Yields an empty folder and a browser; installs Chromium if it is missing."""
    subprocess.run([PROJECT / "scripts/install-packages", "browser"], check=True)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as work:
        browser = Browser(pathlib.Path(work) / "profile")
        try:
            yield pathlib.Path(work), browser
        finally:
            browser.close()


# --- Tests ---------------------------------------------------------------------------------------

TESTS = []


def test(function):
    TESTS.append(function)
    return function


def expect(condition, message):
    if not condition:
        raise AssertionError(message)


def run_tests(*arguments):
    """Runs the functions with the decorator `test`, and returns the exit status."""
    failures = 0
    for function in TESTS:
        started = time.monotonic()
        try:
            function(*arguments)
            mark, reason = "ok  ", ""
        except AssertionError as error:
            failures += 1
            mark, reason = "FAIL", f": {error}"
        print(f"{mark} {function.__name__.replace('_', ' ')} ({time.monotonic() - started:.1f} s){reason}", flush=True)
    return 1 if failures else 0
