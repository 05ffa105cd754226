"""A release store and an `eros-server` for scripts that test the server."""

import json
import pathlib
import signal
import subprocess

from messages import fail

PROJECT = pathlib.Path(__file__).resolve().parents[3]
CHANNELS = ("my-app/production", "my-app/beta")
CHANNEL_KEY = "keys/my-app-production.key"


class ServedStore:
    """A store with two channels in the folder `work`, and the configuration of a server."""

    def __init__(self, work, eros, config):
        self.work, self.eros = work, eros
        self.call("store", "init", "--store", "store", "--new-keys", "keys", "--channel", CHANNELS[0])
        self.call("channel", "add", CHANNELS[1], "--store", "store", "--channel-key", CHANNEL_KEY, "--keys", "keys")
        everything = {
            "root": "keys/root.json", "downloads": "https://example.org/", **config,
            "apps": {"my-app": {"channel": CHANNELS[0]}, "my-app-beta": {"channel": CHANNELS[1]}},
        }
        (work / "server.json").write_text(json.dumps(everything))

    def call(self, *arguments):
        result = subprocess.run([self.eros, *arguments], cwd=self.work, capture_output=True, text=True)
        if result.returncode:
            fail(f"eros {' '.join(arguments)}: {result.stderr}")
        return result.stdout

    def publish(self, build, *options, channel=CHANNELS[0]):
        """Publishes a bundle with the build time `build`, and returns the tree of its files."""
        app = json.loads((PROJECT / "Examples/hello-eros/eros.native.json").read_text())
        app["appName"] = "my-app"
        app["page"] = {"homePage": "/pages/home/index.js", "mediatorPage": "/mediator/index.js"}
        app["appBoard"] = "/config/index.js"
        for name in ("pages/home/index.js", "mediator/index.js", "config/index.js"):
            (self.work / "dist" / name).parent.mkdir(parents=True, exist_ok=True)
            (self.work / "dist" / name).write_text(f"// {build}\n")
        (self.work / "eros.native.json").write_text(json.dumps(app))
        self.call("pack", "--output", "out", "--timestamp", str(build), "--framework", "none")
        self.call("publish", "out/bundle.zip", "--store", "store", "--channel", channel, "--keys", "keys", *options)
        return json.loads(self.call("verify", "out/bundle.zip", "--json"))["treeHash"]

    def start(self, server, *options):
        """Starts a server, and returns its process and its port."""
        process = subprocess.Popen(
            [server, "--store", "store", "--config", "server.json", "--listen", "127.0.0.1:0", *options],
            cwd=self.work, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )
        line = process.stdout.readline()
        if not line:
            fail("the server has exited")
        return process, int(line.rsplit(":", 1)[1])


def kill(process):
    process.send_signal(signal.SIGKILL)
    process.wait()
