#!/usr/bin/env python3
"""Checks what an interruption left of a sandbox, by starting the app once more.

  check_sandbox.py SANDBOX APPS --runs NAME[,NAME…] [--after NAME] [--keeps NAME[,NAME…]]
    [--blocked NAME[,NAME…]] [--blocks NAME] [--app NAME] [--answers]

APPS holds a folder for each bundle: NAME/bundle.zip, NAME/bundle.config, and what `unzip` makes of it
in NAME/tree. The next start must run one of --runs, whole and under the old paths, too; what it runs
when the command was not interrupted is --after. --keeps are the releases that were known to work and
must still be, by the state as it was left and after the start. Only --blocked may have become blocked;
when the command was not interrupted, --blocks must be. Without the app's own bundle, too, a start must
find something. The app that is started carries the bundle --app, `own` if none is named. With --answers
the command was itself a start: unless it was killed, its JSON in $answer must name a whole release, even
if it failed. The environment has the status of the interrupted command in RC, and in N where it was
interrupted. `eros` is called by that name.
"""

import argparse
import filecmp
import json
import os
import pathlib

from checks import KILLED, eros, fail, interrupted_status


def check_kept(keeps, known):
    for name in keeps:
        if name not in known:
            fail(f"'{name}' was known to work and is lost")


def same_trees(left, right, but=None):
    files = lambda root: {
        path.relative_to(root) for path in root.rglob("*") if not path.is_dir() and path.name != but
    }
    return files(left) == files(right) and all(
        filecmp.cmp(left / name, right / name, shallow=False) for name in files(left)
    )


def known_to_work(report):
    entries = report["confirmed"] + [report["embedded"]]
    return {entry["release"] for entry in entries if entry}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("sandbox", type=pathlib.Path)
    parser.add_argument("apps", type=pathlib.Path)
    parser.add_argument("--runs", required=True)
    parser.add_argument("--after")
    parser.add_argument("--keeps", default="")
    parser.add_argument("--blocked", default="")
    parser.add_argument("--blocks")
    parser.add_argument("--app", default="own")
    parser.add_argument("--answers", action="store_true")
    options = parser.parse_args()
    box, apps = options.sandbox, options.apps

    names = {}
    for app in apps.iterdir():
        names[json.loads((app / "bundle.config").read_text())["treeHash"]] = app.name

    status = interrupted_status()

    if options.answers and status != KILLED:
        answer = json.loads(pathlib.Path(os.environ["answer"]).read_text())
        if "path" not in answer:
            fail(f"the start found nothing to run: {answer}")
        if not any(same_trees(pathlib.Path(answer["path"]), app / "tree", but="md5.json") for app in apps.iterdir()):
            fail("what the start found is not whole")

    keeps = list(filter(None, options.keeps.split(",")))
    if keeps:
        left = eros("status", "--sandbox", box)
        if left["stateLost"]:
            fail("the state is lost")
        check_kept(keeps, {names.get(release) for release in known_to_work(left)})

    launch = eros("install", "--sandbox", box, "--bundle", apps / options.app / "bundle.zip", "--app-version", "2.0.0")
    name = names.get(launch["release"])
    if name not in options.runs.split(","):
        fail(f"'{name}' runs, not one of {options.runs}")
    if os.environ.get("N") in ("all", "end") and options.after and name != options.after:
        fail(f"'{name}' runs after a command that was not interrupted, not {options.after}")
    tree = lambda name: apps / (options.app if name == "own" else name) / "tree"
    if not same_trees(pathlib.Path(launch["path"]), tree(name)):
        fail(f"the files of '{name}' are not those of its bundle")

    report = eros("status", "--verify", "--sandbox", box)
    known = known_to_work(report)
    check_kept(keeps, {names.get(release) for release in known})
    blocked = {names.get(entry["release"]) for entry in report["blocked"]}
    if blocked - set(options.blocked.split(",")):
        fail(f"blocked: {', '.join(map(str, blocked))}")
    if os.environ.get("N") in ("all", "end") and options.blocks and options.blocks not in blocked:
        fail(f"'{options.blocks}' is not blocked")

    active = names[report["active"]]
    if not same_trees(box / "bundle", tree(active)):
        fail("the old path 'bundle' leads elsewhere")
    for file in ("bundle.zip", "bundle.config"):
        if not filecmp.cmp(box / file, tree(active).parent / file, shallow=False):
            fail(f"the old path '{file}' leads elsewhere")

    used = known | {report[key]["release"] for key in ("pending", "trial") if report[key]}
    debris = {path.name for path in (box / "releases").iterdir()} - used
    debris |= {path.name for path in box.iterdir() if path.name == "staging" or path.name.startswith(".")}
    if debris:
        fail(f"left over: {', '.join(sorted(debris))}")

    alone = eros("install", "--sandbox", box, "--background")
    if alone["release"] not in known:
        fail(f"without the app's own bundle '{alone['release']}' runs in the background")


main()
