#!/usr/bin/env python3
"""Checks what an interruption left of a sandbox of routes, before and after the next start.

  check_routes.py SANDBOX SITES --runs VERSION[,VERSION…] [--after VERSION] [--ships VERSION] [--first]

SITES holds a built site for each version. Before anything is started again, every page that the routes
of the sandbox pack in the app must be there and whole: this looks at the files itself, with rules of its
own. Then the next start must count one of --runs, and leave nothing unfinished; --after is what counts
when the command was not interrupted, and --ships what the resource folder then holds. With --first there may be nothing yet, and the next start ships the
first of --runs. The environment has the status of the interrupted command in RC, and in N where it was
interrupted.
"""

import argparse
import hashlib
import json
import os
import pathlib

from checks import eros, fail, interrupted_status


def routes(file):
    """Whole pages, and pages that are drawn inside others."""
    lists = json.loads(file.read_text())
    return lists.get("items", []) + lists.get("partial_items", [])


def check_pages(box):
    """Every map that is there must be whole, with all its pages."""
    for name in ("cache", "resource"):
        file = box / name / "routes.json"
        if not file.exists():
            continue
        for route in routes(file):
            url = route["remote_file"]
            digest = url.rsplit("-", 1)[1].removesuffix(".html")
            cached = box / "cache" / (hashlib.md5(url.encode()).hexdigest() + ".html")
            shipped = box / "resource" / "/".join(url.split("/")[-2:])
            whole = [
                page
                for page in (cached, shipped)
                if page.exists() and hashlib.md5(page.read_bytes()).hexdigest().startswith(digest)
            ]
            if route["pack_in_app"] and not whole:
                fail(f"the routes in '{name}' have no page for {route['uri']}: {url}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("sandbox", type=pathlib.Path)
    parser.add_argument("sites", type=pathlib.Path)
    parser.add_argument("--runs", required=True)
    parser.add_argument("--after")
    parser.add_argument("--ships")
    parser.add_argument("--first", action="store_true")
    options = parser.parse_args()
    box, versions = options.sandbox, options.runs.split(",")

    status = interrupted_status()
    check_pages(box)

    words = ["--resource", options.sites / versions[0]] if options.first else []
    start = eros("routes", "install", "--sandbox", box, *words)
    if start["version"] not in versions:
        fail(f"version {start['version']} counts, not one of {options.runs}")
    if os.environ.get("N") in ("all", "end") and status == 0:
        if options.after and start["version"] != options.after:
            fail(f"{start['version']} counts after a command that was not interrupted, not {options.after}")
        maps = [folder / "routes.json" for folder in (box / "resource", options.sites / (options.ships or ""))]
        if options.ships and maps[0].read_bytes() != maps[1].read_bytes():
            fail(f"the resource folder is not {options.ships} after a command that was not interrupted")
    check_pages(box)

    built = options.sites / start["version"] / "routes.json"
    for route in routes(built):
        uri = route["uri"].strip("^$")
        found = eros("routes", "resolve", uri, "--sandbox", box)
        if not route["pack_in_app"] and found["route"] == route["uri"]:
            continue
        page = "/".join(route["remote_file"].split("/")[-2:])
        if found["path"] is None or pathlib.Path(found["path"]).read_bytes() != (built.parent / page).read_bytes():
            fail(f"'{uri}' opens {found['path']}, which is not the page of version {start['version']}")

    kept = {hashlib.md5(r["remote_file"].encode()).hexdigest() + ".html" for r in routes(built)}
    debris = {path.name for path in box.iterdir()} - {"lock", "resource", "cache"}
    if (box / "cache").exists():
        debris |= {path.name for path in (box / "cache").iterdir()} - kept - {"routes.json"}
    if debris:
        fail(f"left over: {', '.join(sorted(debris))}")


main()
