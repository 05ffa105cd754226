#!/usr/bin/env python3
"""Checks a sandbox after an interrupted command, by starting the app once more.

  check_sandbox.py SANDBOX APPS --runs NAME[,NAME…] [--after NAME] [--keeps NAME[,NAME…]]
    [--blocked NAME[,NAME…]] [--blocks NAME] [--failed NAME] [--app NAME] [--answers]
    [--repacked NAME] [--tries NAME]

APPS holds a folder for each bundle: NAME/bundle.zip, NAME/bundle.config, and the unpacked bundle in
NAME/tree. The next launch must run one of --runs, complete and also under the old paths; after an
uninterrupted command it must run --after. The releases --keeps must be confirmed, both in the state that
the command left and after the start. Only releases in --blocked may be blocked; after an uninterrupted
command, --blocks must be, and the release kept as a base of deltas must be --failed, or no release for `none`.
A start without an embedded bundle must also find a release. --app is the bundle embedded in the app that is
started, by default `own`. The zip of the release --repacked has other bytes than that of its app, but the same
files. The release --tries must not run without a trial. With --answers, the command was itself a start: unless
it was killed, its JSON output in the file $answer must name a complete release, also if the start failed. The
variable RC holds the exit status of the interrupted command, and N the point of the interruption. `eros` must
be on the PATH.
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
            fail(f"'{name}' was confirmed and is lost")


def same_trees(left, right, but=None):
    files = lambda root: {
        path.relative_to(root) for path in root.rglob("*") if not path.is_dir() and path.name != but
    }
    return files(left) == files(right) and all(
        filecmp.cmp(left / name, right / name, shallow=False) for name in files(left)
    )


def confirmed(report):
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
    parser.add_argument("--failed")
    parser.add_argument("--app", default="own")
    parser.add_argument("--answers", action="store_true")
    parser.add_argument("--repacked")
    parser.add_argument("--tries")
    options = parser.parse_args()
    box, apps = options.sandbox, options.apps

    # The log of decisions is readable after any interruption.
    record = eros("status", "--decisions", "--sandbox", box) if box.is_dir() else {"decisions": []}
    if len(record["decisions"]) > 32 or any("time" not in entry for entry in record["decisions"]):
        fail(f"the decisions are damaged: {record}")

    names = {}
    for app in apps.iterdir():
        names[json.loads((app / "bundle.config").read_text())["treeHash"]] = app.name

    status = interrupted_status()

    if options.answers and status != KILLED:
        answer = json.loads(pathlib.Path(os.environ["answer"]).read_text())
        if "path" not in answer:
            fail(f"the start found nothing to run: {answer}")
        if not any(same_trees(pathlib.Path(answer["path"]), app / "tree", but="md5.json") for app in apps.iterdir()):
            fail("the release that the start found is not complete")

    keeps = list(filter(None, options.keeps.split(",")))
    if keeps:
        left = eros("status", "--sandbox", box)
        if left["stateLost"]:
            fail("the state is lost")
        check_kept(keeps, {names.get(release) for release in confirmed(left)})

    launch = eros("install", "--sandbox", box, "--bundle", apps / options.app / "bundle.zip", "--app-version", "2.0.0")
    name = names.get(launch["release"])
    if name not in options.runs.split(","):
        fail(f"'{name}' runs, expected one of {options.runs}")
    if os.environ.get("N") in ("all", "end") and options.after and name != options.after:
        fail(f"'{name}' runs after an uninterrupted command, expected {options.after}")
    if name == options.tries and launch["reason"] != "trial":
        fail(f"'{name}' runs without a trial")
    tree = lambda name: apps / (options.app if name == "own" else name) / "tree"
    if not same_trees(pathlib.Path(launch["path"]), tree(name)):
        fail(f"the files of '{name}' are not those of its bundle")

    report = eros("status", "--verify", "--sandbox", box)
    known = confirmed(report)
    check_kept(keeps, {names.get(release) for release in known})
    blocked = {names.get(entry["release"]) for entry in report["blocked"]}
    if blocked - set(options.blocked.split(",")):
        fail(f"blocked: {', '.join(map(str, blocked))}")
    if os.environ.get("N") in ("all", "end") and options.blocks and options.blocks not in blocked:
        fail(f"'{options.blocks}' is not blocked")

    failed = names.get(report["failed"], "none")
    if failed != "none" and failed not in blocked:
        fail(f"'{failed}' is kept, but it is not blocked")
    if os.environ.get("N") in ("all", "end") and options.failed and failed != options.failed:
        fail(f"'{failed}' is kept, expected {options.failed}")

    active = names[report["active"]]
    if not same_trees(box / "bundle", tree(active)):
        fail("the old path 'bundle' does not resolve to the active release")
    for file in ("bundle.config",) if active == options.repacked else ("bundle.zip", "bundle.config"):
        if not filecmp.cmp(box / file, tree(active).parent / file, shallow=False):
            fail(f"the old path '{file}' does not resolve to the active release")

    used = known | {report[key]["release"] for key in ("pending", "trial") if report[key]} | {report["failed"]}
    present = {path.name for path in (box / "releases").iterdir()}
    if failed != "none" and not same_trees(box / "releases" / report["failed"] / "bundle", tree(failed)):
        fail(f"the kept release '{failed}' is not complete")
    debris = present - used
    debris |= {path.name for path in box.iterdir() if path.name == "staging" or path.name.startswith(".")}
    if debris:
        fail(f"left over: {', '.join(sorted(debris))}")

    alone = eros("install", "--sandbox", box, "--background")
    if alone["release"] not in known:
        fail(f"without an embedded bundle, '{alone['release']}' runs in the background")


main()
