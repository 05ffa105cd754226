#!/usr/bin/env python3
"""Checks what an interruption left of a project whose versions were being raised.

  check_bump.py PROJECT BEFORE NEW

BEFORE is a copy of the project as it was, NEW the version that `eros bump minor` goes to. Every file must
be wholly old or wholly new, which is told here without `eros`. Unless all are new and no record of the bump
is left, the same bump must then finish it; at the end the next bump must leave nothing behind. The
environment has the status of the interrupted command in RC.
"""

import pathlib
import subprocess
import sys

from checks import fail, interrupted_status

OLD = "1.2.0"


def bump(project, step):
    done = subprocess.run(
        ["eros", "bump", step, "--quiet"], cwd=project, capture_output=True, text=True)
    if done.returncode != 0:
        fail(f"`eros bump {step}` ends with {done.returncode}: {done.stdout}{done.stderr}")


def files(folder):
    """The files that belong to the project, by their path."""
    found = {path.relative_to(folder): path for path in folder.rglob("*") if path.is_file()}
    return {name: path.read_bytes() for name, path in found.items() if not name.name.startswith(".")}


def expected(before, version):
    return {name: data.replace(OLD.encode(), version.encode()) for name, data in before.items()}


def hidden(project):
    return sorted(str(path.relative_to(project)) for path in project.rglob(".*"))


def main():
    project, before, version = pathlib.Path(sys.argv[1]), files(pathlib.Path(sys.argv[2])), sys.argv[3]
    status = interrupted_status()
    new = expected(before, version)
    changed = [name for name in before if before[name] != new[name]]
    if len(changed) < 4:
        fail(f"only {len(changed)} files have a version")

    found = files(project)
    if found.keys() != before.keys():
        fail(f"files came or went: {sorted(map(str, found.keys() ^ before.keys()))}")
    for name in before:
        if found[name] not in (before[name], new[name]):
            fail(f"'{name}' is neither old nor new: {found[name]!r}")
    record = (project / ".eros-bump.json").exists()
    if status == 0 and (found != new or record):
        fail("the command said that it was done, but it is not")
    if found not in (before, new) and not record:
        fail("half of the files are new, and there is no record of it")

    if found != new or record:
        bump(project, "minor")
        if files(project) != new:
            fail("the same bump does not finish what was interrupted")
    bump(project, "9.8.7")
    if files(project) != expected(before, "9.8.7"):
        fail("the next bump does not change all files")
    if hidden(project):
        fail(f"left over: {', '.join(hidden(project))}")


main()
