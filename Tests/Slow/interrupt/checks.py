"""Common code of the checks of interrupted commands."""

import json
import os
import shlex
import subprocess
import sys

# The exit status of a killed command, and those that a full or failing disk permits.
KILLED = 137
FAILURES = {74}


def fail(text):
    sys.exit(f"broken: {' '.join(text.split())}")


class _Java:
    """A process that answers steps with the Java library; its command is in JAVA_DEVICE."""

    process = None

    @classmethod
    def perform(cls, command, *options):
        if cls.process is None:
            pipe = subprocess.PIPE
            cls.process = subprocess.Popen(shlex.split(os.environ["JAVA_DEVICE"]), stdin=pipe, stdout=pipe, text=True)
        step, values = {"step": {"install": "launch"}.get(command, command)}, iter(options)
        for option in values:
            if option == "--decisions":
                step["step"] = "decisions"
            elif option == "--background":
                step["background"] = True
            elif option != "--verify":
                step[{"--app-version": "app"}.get(option, option[2:])] = str(next(values))
        cls.process.stdin.write(json.dumps(step) + "\n")
        cls.process.stdin.flush()
        result = json.loads(cls.process.stdout.readline() or '{"error": "the process has ended"}')
        if "error" in result:
            fail(f"{step} of the Java library fails: {result}")
        return json.loads(result[step["step"]]) if command == "status" else result


def eros(*arguments):
    """Runs `eros`, or a step of the Java library instead, which must succeed; returns the JSON output."""
    if "JAVA_DEVICE" in os.environ:
        return _Java.perform(*arguments)
    done = subprocess.run(["eros", *arguments, "--json"], capture_output=True, text=True)
    if done.returncode != 0:
        fail(f"`eros {' '.join(map(str, arguments))}` exits with {done.returncode}: {done.stdout}{done.stderr}")
    return json.loads(done.stdout)


def interrupted_status():
    """Returns the exit status of the interrupted command, which must be a permitted one."""
    status = int(os.environ.get("RC", "0"))
    if status not in {0, KILLED} | FAILURES:
        fail(f"the command exited with {status}")
    return status
