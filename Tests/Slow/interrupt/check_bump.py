#!/usr/bin/env python3
"""Checks a project after an interrupted `eros bump minor`.

  check_bump.py PROJECT BEFORE NEW

BEFORE is a copy of the project before the command, NEW the version that it writes. Every file must have
either its old or its new contents, which this script computes itself. Unless all files are new and the
record of the bump is removed, the same bump must complete the change. Then another bump must change all
files and leave no temporary file. The variable RC holds the exit status of the interrupted command.
"""

import argparse
import pathlib
import subprocess

from checks import fail, interrupted_status

OLD = "1.2.0"


def bump(project, step):
    done = subprocess.run(
        ["eros", "bump", step, "--quiet"], cwd=project, capture_output=True, text=True)
    if done.returncode != 0:
        fail(f"`eros bump {step}` exits with {done.returncode}: {done.stdout}{done.stderr}")


def files(folder):
    """Returns the contents of the project's files by path, without hidden files."""
    found = {path.relative_to(folder): path for path in folder.rglob("*") if path.is_file()}
    return {name: path.read_bytes() for name, path in found.items() if not name.name.startswith(".")}


def expected(before, version):
    return {name: data.replace(OLD.encode(), version.encode()) for name, data in before.items()}


def hidden(project):
    return sorted(str(path.relative_to(project)) for path in project.rglob(".*"))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("project", type=pathlib.Path)
    parser.add_argument("before", type=pathlib.Path)
    parser.add_argument("new")
    arguments = parser.parse_args()
    project, before, version = arguments.project, files(arguments.before), arguments.new
    status = interrupted_status()
    new = expected(before, version)
    changed = [name for name in before if before[name] != new[name]]
    if len(changed) < 4:
        fail(f"only {len(changed)} files have a version")

    found = files(project)
    if found.keys() != before.keys():
        fail(f"files were added or removed: {sorted(map(str, found.keys() ^ before.keys()))}")
    for name in before:
        if found[name] not in (before[name], new[name]):
            fail(f"'{name}' has neither the old nor the new contents: {found[name]!r}")
    record = (project / ".eros-bump.json").exists()
    if status == 0 and (found != new or record):
        fail("the command succeeded, but the change is not complete")
    if found not in (before, new) and not record:
        fail("only some files are new, and there is no record of the bump")

    if found != new or record:
        bump(project, "minor")
        if files(project) != new:
            fail("the same bump does not complete the interrupted one")
    bump(project, "9.8.7")
    if files(project) != expected(before, "9.8.7"):
        fail("the next bump does not change all files")
    if hidden(project):
        fail(f"left over: {', '.join(hidden(project))}")


main()
