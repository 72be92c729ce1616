"""A headless Chromium for tests, driven over a pipe by the DevTools protocol; needs nothing but the standard library."""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Any

import pytest

VARIABLE = "EXPROV_CHROMIUM"
FLAGS = (
    "--headless", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--hide-scrollbars",
    "--remote-debugging-pipe",
)  # fmt: skip
# The browser reads commands from file descriptor 3 and writes to 4.
_LAUNCH = "import os, sys; r, w = map(int, sys.argv[1:3]); os.dup2(r, 13); os.dup2(w, 14); os.dup2(13, 3); os.dup2(14, 4); os.execv(sys.argv[3], sys.argv[3:])"
PATIENCE = 60.0


def find() -> str:
    """The browser that EXPROV_CHROMIUM names, as `nox -s page` does; without the variable, the test is skipped."""
    wanted = os.environ.get(VARIABLE)
    if not wanted:
        pytest.skip("takes long and needs Chromium: nox -s page runs it")
    path = shutil.which(wanted)
    if path is None:
        pytest.fail(f"{VARIABLE} is {wanted!r}, which is not a program here: install Chromium, or unset it")
    return path


class Browser:
    """One browser with one page. Use it as a context manager."""

    def __init__(self, program: str) -> None:
        self.profile = tempfile.mkdtemp(prefix="exprov-chromium-")
        flags = [*FLAGS, f"--user-data-dir={self.profile}"]
        # Chromium's sandbox does not start for the superuser, as whom containers run.
        flags += ["--no-sandbox"] if os.geteuid() == 0 else []
        child_reads, self.commands = os.pipe()
        self.answers, child_writes = os.pipe()
        self.process = subprocess.Popen(
            [sys.executable, "-c", _LAUNCH, str(child_reads), str(child_writes), program, *flags, "about:blank"],
            pass_fds=(child_reads, child_writes),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        os.close(child_reads)
        os.close(child_writes)
        self.buffer = b""
        self.number = 0
        self.events: list[dict[str, Any]] = []
        try:
            self._attach()
        except BaseException:
            self.close()
            raise

    def _attach(self) -> None:
        target = self.call("Target.createTarget", session=None, url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", session=None, targetId=target, flatten=True)
        self.session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")

    def __enter__(self) -> Browser:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the browser and remove what it stored."""
        # Its other processes, which write to the profile, are of the same group.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self.commands)
        os.close(self.answers)
        shutil.rmtree(self.profile, ignore_errors=True)

    def call(self, method: str, *, session: str | None = "", **parameters: Any) -> Any:
        """One command of the protocol; its result. Events that come meanwhile are kept."""
        self.number += 1
        message: dict[str, Any] = {"id": self.number, "method": method, "params": parameters}
        if session is not None:
            message["sessionId"] = session or self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.commands, data) :]
        while True:
            answer = self._next()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def _next(self) -> dict[str, Any]:
        until = time.monotonic() + PATIENCE
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.answers], [], [], max(0.0, until - time.monotonic()))
            part = os.read(self.answers, 1 << 20) if ready else b""
            if not part:
                raise RuntimeError("Chromium ended" if ready else f"Chromium said nothing for {PATIENCE:.0f} s")
            self.buffer += part
        line, _, self.buffer = self.buffer.partition(b"\0")
        return dict(json.loads(line))

    def size(self, width: int, height: int = 900, dark: bool = False) -> None:
        """The size of the window in CSS pixels, as a phone's if it is narrow, and light or dark."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])

    def open(self, page: Path, fragment: str = "") -> None:
        """Load a file afresh and wait until its scripts have run."""
        self.call("Page.navigate", url="about:blank")
        self.events.clear()
        self.call("Page.navigate", url=f"{page.resolve().as_uri()}{fragment}")
        self.until(
            f"location.href.startsWith({json.dumps(page.resolve().as_uri())}) && document.readyState === 'complete'"
        )

    def evaluate(self, script: str) -> Any:
        """The value of an expression in the page; what it throws is raised."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description", details["text"]))
        return result["result"].get("value")

    def until(self, script: str) -> None:
        """Wait until an expression is true."""
        until = time.monotonic() + PATIENCE
        while not self.evaluate(script):
            if time.monotonic() > until:
                raise RuntimeError(f"never true within {PATIENCE:.0f} s: {script}")
            time.sleep(0.02)

    def press(self, key: str, code: int, text: str = "") -> None:
        """A key of the keyboard, down and up."""
        common = {"key": key, "code": key, "windowsVirtualKeyCode": code}
        self.call("Input.dispatchKeyEvent", type="keyDown", **common, **({"text": text} if text else {}))
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    def requested(self) -> list[str]:
        """The addresses that were asked for since the page was opened, the page's own included."""
        self.evaluate("0")
        sent = [one["params"] for one in self.events if one.get("method") == "Network.requestWillBeSent"]
        return [str(one["request"]["url"]) for one in sent]

    def complaints(self) -> list[str]:
        """What the console, uncaught errors and the content security policy said since the page was opened."""
        self.evaluate("0")
        texts = []
        for one in self.events:
            if one.get("method") == "Runtime.exceptionThrown":
                details = one["params"]["exceptionDetails"]
                texts.append(str(details.get("exception", {}).get("description", details["text"])))
            elif one.get("method") == "Log.entryAdded":
                texts.append(str(one["params"]["entry"]["text"]))
            elif one.get("method") == "Runtime.consoleAPICalled":
                texts.append(f"console.{one['params']['type']}")
        return texts
