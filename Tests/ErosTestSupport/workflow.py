#!/usr/bin/env python3
"""Runs the shell steps of a job of a build service, and prints what happened as JSON.

  workflow.py FILE [--event EVENT] [--input NAME=VALUE]… [--folder FOLDER]

FILE is a composite GitHub action, a GitHub workflow with one job, or a GitLab file with one job. Steps of
other actions (`uses`) are only listed. The steps run in FOLDER with the environment of this process.

  uses     the other actions, in order
  ran      the names of the shell steps that ran
  output   their output
  status   the exit status of the last one
  outputs  the outputs of a composite action
"""

import argparse
import json
import os
import pathlib
import re
import shlex
import subprocess
import tempfile

import yaml


class Context:
    """The values of expressions such as `${{ inputs.version }}`."""

    def __init__(self, inputs, event):
        self.values = {
            "github.server_url": "https://example.com",
            "github.action_repository": "owner/eros",
            "github.event_name": event,
        }
        self.values.update({f"inputs.{name}": value for name, value in inputs.items()})

    def value(self, expression):
        """Evaluates the part of GitHub's language that the files of this project use."""
        expression = expression.strip()
        if "||" in expression:
            left, right = expression.split("||", 1)
            return self.value(left) or self.value(right)
        if "==" in expression:
            left, right = expression.split("==", 1)
            return self.value(left) == self.value(right)
        if match := re.fullmatch(r"'([^']*)'", expression):
            return match[1]
        if match := re.fullmatch(r"format\((.*)\)", expression):
            text, *values = [self.value(part) for part in match[1].split(",")]
            return re.sub(r"\{(\d)\}", lambda index: values[int(index[1])], text)
        if expression.startswith("vars."):
            return os.environ.get(expression.removeprefix("vars."), "")
        return self.values[expression]

    def text(self, value):
        return re.sub(r"\$\{\{(.*?)\}\}", lambda match: str(self.value(match[1])), str(value))


def pairs(file):
    return [line.split("=", 1) for line in file.read_text().splitlines()]


def steps_of(document):
    """Returns the steps, the outputs and the working folder of a file."""
    if "runs" in document:
        assert document["runs"]["using"] == "composite"
        outputs = {name: output["value"] for name, output in document["outputs"].items()}
        # GitHub requires a shell for each step of an action.
        assert all("shell" in step for step in document["runs"]["steps"])
        return document["runs"]["steps"], outputs, "."
    if "jobs" in document:
        [job] = document["jobs"].values()
        folder = job.get("defaults", {}).get("run", {}).get("working-directory", ".")
        return job["steps"], {}, folder
    [job] = document.values()
    # All lines run in one shell, so that `cd` has an effect on the next ones.
    folder = "."
    if job["script"][0].startswith("cd "):
        [_, folder] = shlex.split(job["script"].pop(0))
    return [{"run": line} for line in job.get("before_script", []) + job["script"]], {}, folder


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--event", default="push")
    parser.add_argument("--input", action="append", default=[])
    parser.add_argument("--folder", default=".")
    arguments = parser.parse_args()

    document = yaml.safe_load(arguments.file.read_text(encoding="utf-8"))
    steps, outputs, working_folder = steps_of(document)
    inputs = {name: str(value.get("default", "")) for name, value in document.get("inputs", {}).items()}
    given = dict(value.split("=", 1) for value in arguments.input)
    assert given.keys() <= inputs.keys(), f"unknown input in {sorted(given)}"
    context = Context(inputs | given, arguments.event)
    environment = dict(os.environ)
    uses, ran, log, status = [], [], [], 0
    with tempfile.TemporaryDirectory() as folder:
        temporary = pathlib.Path(folder)
        for index, step in enumerate(steps):
            if "uses" in step:
                uses.append(step["uses"])
                continue
            if "if" in step and not context.value(step["if"]):
                continue
            files = {name: temporary / f"{name}-{index}" for name in ("GITHUB_OUTPUT", "GITHUB_PATH")}
            for file in files.values():
                file.touch()
            variables = {name: context.text(value) for name, value in step.get("env", {}).items()}
            done = subprocess.run(
                ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", context.text(step["run"])],
                cwd=pathlib.Path(arguments.folder) / working_folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                env=environment | variables | {name: str(file) for name, file in files.items()}
                | {"RUNNER_TEMP": folder},
            )
            ran.append(step.get("name", step["run"].strip().split("\n")[0]))
            log.append(done.stdout.decode())
            status = done.returncode
            if status != 0:
                break
            for name, value in pairs(files["GITHUB_OUTPUT"]):
                context.values[f"steps.{step['id']}.outputs.{name}"] = value
            for line in files["GITHUB_PATH"].read_text().splitlines():
                environment["PATH"] = line + ":" + environment["PATH"]
        results = {name: context.text(value) for name, value in outputs.items()} if status == 0 else {}
    print(json.dumps(
        {"uses": uses, "ran": ran, "output": "".join(log), "status": status, "outputs": results}))


main()
