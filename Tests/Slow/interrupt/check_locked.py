#!/usr/bin/env python3
"""Checks that files which could not be accessed for a while have changed nothing in a sandbox.

  check_locked.py SANDBOX BEFORE APPS [--answers]

BEFORE is the sandbox before the command. The command met system calls that fail with EPERM or EACCES, as
on a locked phone. Afterwards, the sandbox must be equal to BEFORE, or to a sandbox in which the command was
completed: the state with its trials and blocked releases, every file of each release, the marks, the links,
and the trusted metadata. A command that failed must name a file and a remedy, and may record only that a
file could not be accessed. With --answers, the command was a start: its JSON output in the file $answer must
name a complete release, unless $MODE is one in which no file can be read any more. A failed start is not a trial.

The variables RC and N hold the exit status and the point of the command, and $OUT names the file with its
output. The call with N=all records the sandbox of a completed command in the file $DONE. `eros` must be on
the PATH.
"""

import argparse
import hashlib
import json
import os
import pathlib
import re
import shutil
import tempfile

from checks import eros, fail

# The exit statuses of errors about files that cannot be read, created or written.
FAILURES = {66, 73, 74}
# The modes in which all files stay inaccessible.
LASTING = {"locked", "denied"}


def is_settled(path):
    """Returns whether a file matters after the next command; a fetch can delete all downloads."""
    name = str(path)
    if re.match(r"(lock|decisions|staging|downloads|state\.[ab]\.json)(/|$)", name):
        return False
    # A later fetch deletes an unfinished file after an hour.
    return name not in ("trust/lock", "trust/last-check", "trust/reports") and path.suffix != ".eros-staged"


def content(path):
    if path.is_symlink():
        return "-> " + os.readlink(path)
    return "/" if path.is_dir() else hashlib.sha256(path.read_bytes()).hexdigest()


def without_times(status):
    """Returns the state without what each launch makes anew."""
    if status["trial"]:
        status["trial"].update(token="", startedAt=0)
    if status.get("lastConfirmed"):
        status["lastConfirmed"]["token"] = ""
    return status


def snapshot(box, app=None):
    """Returns the files and the state of a sandbox after the next command has deleted what is unfinished.

    The command is a start with the bundle `app`, if there is one.
    """
    if not app and not box.is_dir():
        return {"files": {}, "state": None, "reports": []}
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        copy = pathlib.Path(folder) / "box"
        # A first install can fail before it creates the folder.
        if box.is_dir():
            shutil.copytree(box, copy, symlinks=True)
        if app:
            eros("install", "--sandbox", copy, "--bundle", app)
        else:
            eros("sandbox", "collect", "--sandbox", copy)
        files = {str(p.relative_to(copy)): content(p) for p in copy.rglob("*") if is_settled(p.relative_to(copy))}
        return {"files": files, "state": newest_state(copy), "reports": reports(copy)}


def reports(box):
    """Returns the usage reports that wait for a server."""
    path = box / "trust/reports"
    waiting = json.loads(path.read_text())["reports"] if path.exists() else []
    return [json.dumps(report, sort_keys=True) for report in waiting]


def newest_state(box):
    """Returns the body of the newer state file."""
    files = [json.loads(path.read_text()) for path in box.glob("state.?.json")]
    return without_times({"trial": None, **max(files, key=lambda file: file["sequence"])["body"]})


def differences(found, expected):
    names = sorted(set(found["files"]) | set(expected["files"]))
    changed = [name for name in names if found["files"].get(name) != expected["files"].get(name)]
    if found["state"] != expected["state"]:
        before, after = expected["state"] or {}, found["state"] or {}
        keys = [key for key in sorted(set(before) | set(after)) if before.get(key) != after.get(key)]
        changed += [f"{key} of the state: {before.get(key)} -> {after.get(key)}" for key in keys]
    return changed


def files_of(release, tree):
    return {name: file for name, file in tree["files"].items() if name.startswith(f"releases/{release}/")}


def decisions(box):
    try:
        lines = (box / "decisions").read_text().splitlines()
    except FileNotFoundError:
        return []
    return [json.loads(line) for line in lines if line]


def same_trees(left, right):
    def files(root):
        return {str(p.relative_to(root)): content(p) for p in root.rglob("*") if p.is_file() and p.name != "md5.json"}

    return files(left) == files(right)


def check_answer(status, apps, answer):
    if status == 0 or "path" in answer:
        if not any(same_trees(pathlib.Path(answer["path"]), app / "tree") for app in apps.iterdir()):
            fail("the release that the start found is not complete")
        if status != 0 and answer.get("token"):
            fail("a failed start began or continued a trial")
    elif os.environ["MODE"] not in LASTING:
        fail(f"the start found nothing to run: {answer}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("sandbox", type=pathlib.Path)
    parser.add_argument("before", type=pathlib.Path)
    parser.add_argument("apps", type=pathlib.Path)
    parser.add_argument("--answers", action="store_true")
    options = parser.parse_args()
    status, done = int(os.environ["RC"]), pathlib.Path(os.environ["DONE"])

    # After a failed first install, only a start with the embedded bundle works.
    first = None if options.before.is_dir() else options.apps / "own/bundle.zip"
    found = snapshot(options.sandbox, first)
    if os.environ["N"] == "all":
        before = found if first else snapshot(options.before)
        done.write_text(json.dumps({"before": before, "after": found}))
        return
    expected = json.loads(done.read_text())
    text = " ".join(pathlib.Path(os.environ["OUT"]).read_text().split())
    if status not in {0} | FAILURES:
        fail(f"the command exited with {status}: {text}")

    # A start that could not install the embedded bundle has run another release, and recorded the app.
    if status != 0 and options.answers and found["state"]:
        for tree in (expected["before"], expected["after"], found):
            tree["state"].pop("app", None)
    # A command that succeeds has done everything.
    trees = [expected["after"]] if status == 0 else [expected["before"], expected["after"]]
    changes = [differences(found, tree) for tree in trees]
    # Trusted metadata is durable before a release is staged, so a failed fetch may have newer metadata only.
    names = {name for tree in trees for name in tree["files"] if name.startswith("trust/")}
    allowed = {name for name in names if found["files"].get(name) in [tree["files"].get(name) for tree in trees]}
    # A release that was packed again is exchanged before the state is written; the next start completes that.
    for release in {name.split("/")[1] for tree in trees for name in tree["files"] if name.startswith("releases/")}:
        kept = [files_of(release, tree) for tree in trees]
        if all(kept) and files_of(release, found) in kept:
            allowed |= {name for files in kept for name in files}
    left = [[change for change in changed if change not in allowed] for changed in changes]
    if all(left):
        fail(f"the sandbox is neither unchanged nor complete: {min(left, key=len)}")
    if status != 0 and not re.search(r"cannot \w+ '/.*: (Operation not permitted|Permission denied).*hint: check the", text):
        fail(f"the error names no file, no reason or no remedy: {text}")

    # A report can be missing, because an error of its file never changes the outcome of a fetch.
    known = expected["before"]["reports"] + expected["after"]["reports"]
    if len(set(found["reports"])) < len(found["reports"]) or not set(found["reports"]) <= set(known):
        fail(f"the reports that wait: {found['reports']}")

    old = decisions(options.before)
    for entry in decisions(options.sandbox)[len(old):]:
        if status != 0 and entry.get("reason") not in (None, "permission"):
            fail(f"the recorded reason is '{entry['reason']}'")
    if options.answers:
        check_answer(status, options.apps, json.loads(pathlib.Path(os.environ["answer"]).read_text() or "{}"))


main()
