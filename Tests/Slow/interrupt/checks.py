"""Common code of the checks of interrupted commands."""

import json
import os
import subprocess
import sys

# The exit status of a killed command, and those that a full or failing disk permits.
KILLED = 137
FAILURES = {74}


def fail(text):
    sys.exit(f"broken: {' '.join(text.split())}")


def eros(*arguments):
    """Runs `eros`, which must succeed, and returns its JSON output."""
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
