#!/usr/bin/env python3
"""Checks a sandbox of routes after an interrupted command, before and after the next launch.

  check_routes.py SANDBOX SITES --runs VERSION[,VERSION…] [--after VERSION] [--ships VERSION] [--first]

SITES holds a built site for each version. Before the next launch, every page that the route maps of the
sandbox pack in the app must exist with the right contents, which this script checks itself. The next launch
must then select one of --runs and leave no unfinished file. If the command was not interrupted, the start
must select --after, and the resource folder must hold the map of --ships. With --first the sandbox may be
empty, and the next launch installs the first of --runs. The variable RC holds the exit status of the
interrupted command, and N the point of the interruption.
"""

import argparse
import hashlib
import json
import os
import pathlib

from checks import eros, fail, interrupted_status


def routes(file):
    """Returns the routes of a map, pages and partials."""
    lists = json.loads(file.read_text())
    return lists.get("items", []) + lists.get("partial_items", [])


def check_pages(box):
    """Requires every map to have all its pages, with the digests in their names."""
    for name in ("cache", "resource"):
        file = box / name / "routes.json"
        if not file.exists():
            continue
        for route in routes(file):
            url = route["remote_file"]
            digest = url.rsplit("-", 1)[1].removesuffix(".html")
            cached = box / "cache" / (hashlib.md5(url.encode()).hexdigest() + ".html")
            shipped = box / "resource" / "/".join(url.split("/")[-2:])
            valid = [
                page
                for page in (cached, shipped)
                if page.exists() and hashlib.md5(page.read_bytes()).hexdigest().startswith(digest)
            ]
            if route["pack_in_app"] and not valid:
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

    arguments = ["--resource", options.sites / versions[0]] if options.first else []
    start = eros("routes", "install", "--sandbox", box, *arguments)
    if start["version"] not in versions:
        fail(f"version {start['version']} is selected, expected one of {options.runs}")
    if os.environ.get("N") in ("all", "end") and status == 0:
        if options.after and start["version"] != options.after:
            fail(f"{start['version']} is selected after an uninterrupted command, expected {options.after}")
        maps = [folder / "routes.json" for folder in (box / "resource", options.sites / (options.ships or ""))]
        if options.ships and maps[0].read_bytes() != maps[1].read_bytes():
            fail(f"the resource folder does not hold {options.ships} after an uninterrupted command")
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
